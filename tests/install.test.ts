// Goal: the installed packages work without this repository.
// Method: every public package is packed as npm would publish it and installed into an empty project outside of the
// repository; plain Node, npx, a browser and TypeScript then use it there. SQLite alone is not compiled anew: the library
// that the repository compiled is put in its place, since that takes a minute.

import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = inject('chromiumPath')
const folder = mkdtempSync(join(tmpdir(), 'cellwake-install-'))
const tools = join(root, 'node_modules', '.bin')
let tarballs: string[] = []

beforeAll(() => {
  const printed = execFileSync(process.execPath, ['scripts/pack.mjs', join(folder, 'packed')], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  tarballs = printed.trim().split('\n')
  write('package.json', JSON.stringify({ name: 'shop', private: true, type: 'module' }))
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const installed = here('npm', 'install', '--ignore-scripts', ...quiet, ...tarballs)
  expect(`${installed.stdout}${installed.stderr}`).not.toContain('ERR!')
  const sqlite = join('node_modules', 'better-sqlite3', 'build')
  cpSync(join(root, sqlite), join(folder, sqlite), { recursive: true })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

function here(command: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: bare() })
}

/** Nothing that a test runner or a clone sets may help. */
function bare(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, NO_COLOR: '1' }
}

it('no package ships its source, and each brings its declarations', () => {
  for (const tarball of tarballs) {
    const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).split('\n')
    expect(files.filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts'))).toEqual([])
    expect(files.some((name) => name.endsWith('index.d.ts'))).toBe(true)
  }
  const server = tarballs.find((name) => name.includes('cellwake-server'))
  const files = execFileSync('tar', ['tzf', server ?? ''], { encoding: 'utf8' })
  expect(files).toContain('package/ui/index.html')
})

it('the example of the README runs on plain Node', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  write('example.mjs', example)
  const { stdout, stderr } = here(process.execPath, 'example.mjs')
  expect(stderr).toBe('')
  expect(stdout).toBe('600\n')
})

it('workflows, scripts in the sandbox, tools and functions run on plain Node', () => {
  write(
    'workflows.mjs',
    `import { open } from 'cellwake'
import { defineFunction } from 'cellwake/functions'
import { defineTool, workflow } from 'cellwake/workflows'

const append = defineTool({
  name: 'ledger.append',
  readOnly: false,
  call: async (input) => ({ row: input.n }),
  reconcile: async () => ({ outcome: 'failed' }),
})
const tax = defineFunction({
  name: 'TAX',
  args: [{ name: 'amount', kind: 'number' }],
  returns: 'number',
  timeoutMs: 500,
  retry: { attempts: 1 },
  // A call without an answer ends by its deadline, and the program waits for that.
  handler: ([amount]) => (amount < 0 ? new Promise(() => {}) : amount / 5),
})
const cw = await open({ store: 'memory:', tools: [append], functions: [tax] })
const prepare = async (ctx) => {
  const [event] = await ctx.peek('received', { limit: 1 })
  if (event === undefined) return { reservations: [] }
  return { reservations: [{ topic: 'received', ids: [event.id] }], data: event.payload }
}
await cw.workflows.deploy(
  workflow({
    name: 'intake',
    topics: { received: {}, filed: {} },
    tools: ['ledger.append'],
    consumers: {
      file: {
        subscribe: ['received'],
        publishes: ['filed'],
        prepare,
        mutate: async (ctx, prepared) => ctx.tools.ledger.append(prepared.data),
        next: (ctx, _, { result }) => ctx.publish('filed', { messageId: 'a', payload: result }),
      },
    },
  }),
)
const script = \`export default workflow({ name: 'scripted', topics: { begun: {}, done: {} }, consumers: { c: {
  subscribe: ['begun'], publishes: ['done'],
  prepare: async (ctx) => ({ reservations: (await ctx.peek('begun')).map(({ id }) => ({ topic: 'begun', ids: [id] })), data: 6 * 7 }),
  next: async (ctx, { data }) => { if (data) await ctx.publish('done', { messageId: 'b', payload: data }) },
} } })\`
await cw.workflows.deploy({ name: 'scripted', script })
await cw.publish('received', { messageId: 'm', payload: { n: 7 } })
await cw.publish('begun', { messageId: 'n', payload: null })
const model = await cw.deploy('A1 = 10\\nB1 = TAX(A1)\\nC1 = TAX(-1)', { id: 'fx' })
await cw.idle()
const said = [model.get('B1').value, model.get('C1').status]
for (const topic of ['filed', 'done']) said.push((await cw.events(topic))[0].payload)
console.log(JSON.stringify(said))
await cw.close()
`,
  )
  const { stdout, stderr, status } = here(process.execPath, 'workflows.mjs')
  expect(stderr).toBe('')
  expect(stdout).toBe('[2,"failed",{"row":7},42]\n')
  expect(status).toBe(0)
}, 60_000)

describe('examples/', () => {
  const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'))
  it.each(examples)('%s runs from the installed packages', (name) => {
    cpSync(join(root, 'examples', name), join(folder, name))
    const { status, stderr } = here(process.execPath, '--import', 'tsx', name)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})

it('a folder that init made is checked, tested and served', async () => {
  expect(here('npx', 'cellwake', 'init', 'shop').status).toBe(0)
  expect(here('npx', 'cellwake', 'check', 'shop/shop.grid').status).toBe(0)
  expect(here('npx', 'cellwake', 'test', 'shop/shop.test.json').status).toBe(0)
  const bin = join(folder, 'node_modules', 'cellwake', 'bin', 'cellwake.mjs')
  const server = spawn(process.execPath, [bin, 'dev', 'shop', '--port', '0'], {
    cwd: folder,
    env: bare(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await exited
  })
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += chunk
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
    if (address === undefined) continue
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root"')
    return
  }
  expect.fail(`it ended without an address:\n${printed}`)
})

describe('cells in a browser', () => {
  const program = `import { cells } from 'cellwake/cells'
const rt = cells()
const a = rt.cell(1)
const b = rt.derive(() => a.get() * 2)
const seen = []
rt.sink(b, (value) => seen.push(value))
await rt.idle()
a.set(21)
await rt.idle()
document.title = JSON.stringify(seen)
`

  async function bundled(): Promise<string> {
    const { outputFiles, metafile } = await build({
      stdin: { contents: program, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    })
    expect(Object.keys(metafile.inputs).filter((name) => name.includes('/store/'))).toEqual([])
    return outputFiles[0]!.text
  }

  it('the bundle has no module of Node and no store in it, and stays small', async () => {
    const text = await bundled()
    expect(text).not.toMatch(/\bfrom\s*"node:|\brequire\(/)
    expect(gzipSync(text).length).toBeLessThan(15_000)
  })

  it.skipIf(executablePath === undefined)('the bundle runs in Chromium', async () => {
    const text = await bundled()
    const browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.setContent('<title></title>')
    await page.addScriptTag({ content: text, type: 'module' })
    await page.waitForFunction('document.title !== ""', undefined, {
      timeout: 20_000,
    })
    expect(problems).toEqual([])
    expect(await page.title()).toBe('[2,42]')
  })
})

describe('TypeScript', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('finds the declarations with module %s and %s resolution', (module, moduleResolution) => {
    write(
      'use.ts',
      `import { open } from 'cellwake'
import { cells } from 'cellwake/cells'
import { cells as kept, openStore } from 'cellwake/cells/durable'
import { CellwakeClient } from 'cellwake/client'
import { defineFunction } from 'cellwake/functions'
import { readWorkbook } from 'cellwake/workbooks'
import { defineTool, ToolError, workflow } from 'cellwake/workflows'
import { TestHost } from 'cellwake/workflows/testing'
const { name } = defineFunction({ name: 'TAX', args: [{ name: 'amount', kind: 'number' }], handler: ([amount]) => (amount ?? 0) / 5 })
const model = await (await open({ store: 'memory:' })).deploy('A1 = 1')
const value: number = cells().derive(() => 1).get()
const store = await openStore('memory:')
kept({ store }).cell('text', { id: 'a' }).set('other')
new CellwakeClient({ url: 'http://127.0.0.1:1' })
const tool = defineTool({ name: 'ledger.append', readOnly: false, call: async () => { throw new ToolError('rejected', 'no') } })
const flow = workflow({
  name: 'flow',
  topics: { in: {} },
  consumers: { c: { subscribe: ['in'], prepare: async (ctx) => ({ reservations: [], data: await ctx.peek('in', { limit: 1 }) }), next: async () => undefined } },
})
console.log(model.get('A1').value, value, name, tool.name, flow.name, readWorkbook, TestHost)
`,
    )
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable', 'dom'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const { stdout } = here(join(tools, 'tsc'), '-p', '.')
    expect(stdout).toBe('')
  })

  it('publint finds nothing', () => {
    for (const tarball of tarballs) {
      const { stdout, status } = here(join(tools, 'publint'), tarball, '--strict')
      expect(status, stdout).toBe(0)
    }
  })

  it('are-the-types-wrong finds nothing', () => {
    // The translator to Lua is a door of the clone alone.
    const options = ['--profile', 'esm-only', '--exclude-entrypoints', './lua']
    for (const tarball of tarballs) {
      const { stdout, status } = here(join(tools, 'attw'), tarball, ...options)
      expect(status, stdout).toBe(0)
    }
  })
})
