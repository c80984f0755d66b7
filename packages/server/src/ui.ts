// The user interface: its files, and its one page for every address that the page itself understands.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { readUiFiles, type UiFile } from './ui-files.ts'

/** First parts of addresses that the page shows something for. */
const pages: ReadonlySet<string> = new Set([
  '',
  'models',
  'workflows',
  'topics',
  'functions',
  'outside',
  'new',
])

const notBuilt = Buffer.from(
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cellwake</title>
<h1>Cellwake is running</h1>
<p>The user interface is not built. Run <code>npm run build</code> in the project, then start again.</p>
<p>The API is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
`,
)

export class Ui {
  readonly #files: ReadonlyMap<string, UiFile>

  constructor(folder: string | undefined) {
    this.#files = folder === undefined ? new Map() : readUiFiles(folder)
  }

  get built(): boolean {
    return this.#files.has('/index.html')
  }

  /** Answers with a file or the page; false if the address means neither. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const [path = '/'] = request.url.split('?')
    const file = this.#files.get(path)
    if (file !== undefined && path !== '/index.html') {
      await send(request, reply, file)
      return true
    }
    if (!isPage(path)) return false
    const index = this.#files.get('/index.html')
    if (index === undefined) reply.type('text/html; charset=utf-8').send(notBuilt)
    else await send(request, reply, index)
    return true
  }
}

/** `/`, `/models`, `/models/fx`, `/models/fx/rules`: no part is empty or made of dots, none hides a divider. */
function isPage(path: string): boolean {
  const [first = '', ...rest] = path.slice(1).split('/')
  const plain = rest.every((part) => !/^\.*$|%2f|%5c|[\\;]/i.test(part))
  return pages.has(first) && plain && rest.length <= (first === '' ? 0 : 2)
}

async function send(request: FastifyRequest, reply: FastifyReply, file: UiFile): Promise<void> {
  const encoding = file.encoding(String(request.headers['accept-encoding'] ?? ''))
  const bytes = await file.bytes(encoding)
  reply.type(file.type).header('vary', 'accept-encoding')
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.send(bytes)
}
