// The files of the user interface, read once into memory. After that no address of a request ever becomes a
// path on the disk.

import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { UI_COMPRESSED_FROM_BYTES, UI_FILE_BYTES, UI_FILES } from './limits.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Compressed formats gain nothing by compression. */
const packed = new Set(['.png', '.ico', '.woff2'])

export type Encoding = 'br' | 'gzip' | 'identity'

export class UiFile {
  readonly type: string
  /** Its name changes with its content, so it may be kept for ever. */
  readonly immutable: boolean
  readonly #bytes: Buffer
  readonly #packed = new Map<Encoding, Promise<Buffer>>()
  readonly #worthPacking: boolean

  constructor(path: string, bytes: Buffer) {
    const extension = extname(path).toLowerCase()
    this.type = types[extension] ?? 'application/octet-stream'
    this.immutable = /^\/assets\/.*[-.][\w-]{8,}\.\w+$/.test(path)
    this.#bytes = bytes
    this.#worthPacking = !packed.has(extension) && bytes.length >= UI_COMPRESSED_FROM_BYTES
  }

  /** The best encoding that the browser accepts. */
  encoding(accepted: string): Encoding {
    if (!this.#worthPacking) return 'identity'
    if (/\bbr\b/.test(accepted)) return 'br'
    return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  }

  /** Compressed when it is first wanted so. */
  bytes(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding)
    if (known !== undefined) return known
    const made = pack(this.#bytes, encoding)
    this.#packed.set(encoding, made)
    return made
  }
}

async function pack(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 8 })
  if (encoding === 'identity') return bytes
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return promisify(brotliCompress)(bytes, { params })
}

/** Files by their address, `/index.html` among them; empty if nothing is built there. */
export function readUiFiles(folder: string): ReadonlyMap<string, UiFile> {
  const files = new Map<string, UiFile>()
  const folders = ['/']
  for (const at of folders) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = posix.join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      // A link may lead anywhere.
      if (!entry.isFile() || files.size >= UI_FILES) continue
      const bytes = readFileSync(join(folder, path))
      if (bytes.length <= UI_FILE_BYTES) files.set(path, new UiFile(path, bytes))
    }
  }
  return files
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
