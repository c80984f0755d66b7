// The parts of a workbook: a zip file, which may come from anyone. Sizes are checked before anything is
// unpacked (zip bombs), and no part is unpacked beyond the size that it declares.

import { strFromU8, unzipSync } from 'fflate'
import { CliError } from '../errors.ts'
import { WORKBOOK_MAX_BYTES, WORKBOOK_MAX_PARTS } from '../limits.ts'
import { isWorkbook } from './file-kind.ts'

export class Archive {
  readonly #parts: ReadonlyMap<string, Uint8Array>

  constructor(parts: ReadonlyMap<string, Uint8Array>) {
    this.#parts = parts
  }

  get names(): string[] {
    return [...this.#parts.keys()]
  }

  /** The text of a part; undefined if there is none. */
  text(name: string): string | undefined {
    const bytes = this.#parts.get(keyOf(name))
    return bytes === undefined ? undefined : textOf(bytes)
  }
}

/** Names of parts ignore case; some programs write them with backslashes. */
function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

/** XML says by its first bytes (byte order mark) if its characters have two bytes. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return strFromU8(bytes)
}

/** Only parts that hold XML are unpacked: pictures and macros are of no use here. */
export function openArchive(bytes: Uint8Array): Archive {
  let total = 0
  let count = 0
  const parts = new Map<string, Uint8Array>()
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count++
        if (count > WORKBOOK_MAX_PARTS) throw tooLarge(`more than ${WORKBOOK_MAX_PARTS} parts`)
        parts.set(keyOf(name), new Uint8Array())
        if (!/\.(xml|rels)$/i.test(name)) return false
        total += originalSize
        if (total > WORKBOOK_MAX_BYTES) {
          throw tooLarge(`more than ${WORKBOOK_MAX_BYTES / 1024 ** 2} MiB when unpacked`)
        }
        return true
      },
    })
    for (const [name, part] of Object.entries(found)) parts.set(keyOf(name), part)
  } catch (error) {
    if (error instanceof CliError) throw error
    if (!isWorkbook(bytes)) {
      throw new CliError('bad-file', 'This is no workbook. Save it as .xlsx, and import that.')
    }
    throw new CliError(
      'bad-file',
      'The workbook cannot be read: it is damaged or cut off. Save it again, or copy it again from where it came.',
    )
  }
  return new Archive(parts)
}

function tooLarge(what: string): CliError {
  return new CliError('file-too-large', `The workbook has ${what}. Split it, or import it as CSV.`)
}
