// The real server with the demo's models in memory, and a browser in front of it. Each test file starts its own on
// a free port and closes it. The interface must be built: `npm test` does it; by hand `node scripts/build-ui.mjs`, or
// name another folder in CELLWAKE_TEST_UI.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Engine, type LiveModel } from '@cellwake/engine'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { createServer, type TokenConfig } from '@cellwake/server'
import { openStore, type Store } from '@cellwake/store'
import {
  builtInFunctions,
  Connections,
  Egress,
  Functions,
  loadSecretKey,
  newSecretKey,
  type OutsideConfig,
  SECRET_KEY_VARIABLE,
  Sinks,
  startWorker,
} from '@cellwake/workers'
import { type ToolDefinition, type WorkflowDefinition, Workflows } from '@cellwake/workflows'
import { type Browser, chromium, type Page } from 'playwright-core'
import { importInProcess } from '../../cli/src/hosting/import-process.ts'
import { configuredSinks, runSinks, sinkTool } from '../../cli/src/hosting/sinks.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const demoFolder = here('../../cli/demo')
const ratesFile = here('./rates.json')
const shotsFolder = here('./shots')
const docsFolder = here('../../../docs/pictures')

/** The models of the demo, source by id. */
export function demoModels(): Record<string, string> {
  const files = readdirSync(demoFolder).filter((name) => name.endsWith('.grid'))
  return Object.fromEntries(
    files.map((name) => [basename(name, '.grid'), readFileSync(join(demoFolder, name), 'utf8')]),
  )
}

export interface HarnessOptions {
  /** Where the browser is: `inject('chromiumPath')`. */
  readonly chromium: string
  /** Sources by id; the demo's without it. */
  readonly models?: Readonly<Record<string, string>>
  readonly tokens?: readonly TokenConfig[]
  /** Hosts that it reaches, and who answers external functions: the setting `outside`, with a key for secrets. */
  readonly outside?: OutsideConfig
  readonly workflows?: readonly WorkflowDefinition[]
  readonly tools?: readonly ToolDefinition[]
  /** The folder of the built interface. */
  readonly ui?: string
}

export interface OpenOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** Of the reader. */
  readonly timezone?: string
}

export interface Harness extends AsyncDisposable {
  readonly url: string
  readonly engine: Engine
  readonly workflows: Workflows
  readonly browser: Browser
  /** A page of its own session at this address. What went wrong in it is in `problems`. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>
  /** Ends the server, as a crash would for the page; `close` then ends the rest. */
  stopServer(): Promise<void>
  close(): Promise<void>
}

export interface OpenPage {
  readonly page: Page
  /** Errors of the console, exceptions, refused by the content security policy. */
  readonly problems: string[]
}

export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const ui = options.ui ?? process.env.CELLWAKE_TEST_UI ?? here('../../server/ui')
  if (!existsSync(join(ui, 'index.html')))
    throw new Error(`No interface in ${ui}. Build it: node scripts/build-ui.mjs`)
  const clock = systemClock()
  const store = await openStore('memory:')
  const engine = new Engine({ store, clock })
  for (const [id, source] of Object.entries(options.models ?? demoModels()))
    await engine.deploy(source, { id, by: 'local' })
  // Only the demo's desk has a provider unless a test names one; its rate is there from the start.
  const isDemo = (await engine.models()).some(({ id }) => id === 'price-desk')
  const config = options.outside ?? (isDemo ? { fx: { table: ratesFile } } : undefined)
  const outside = config === undefined ? undefined : await outsideOf(config, store, clock)
  if (outside !== undefined && isDemo) await arrived(engine.running('price-desk'))
  const { tools = [] } = options
  const sending =
    outside === undefined
      ? []
      : [sinkTool({ sinks: outside.sinks, store, storedTopic: (topic) => topic })]
  const workflows = new Workflows({
    store,
    clock,
    tools: [...tools, ...sending],
    onError: () => {},
  })
  await workflows.start()
  if (outside !== undefined) await runSinks(workflows, outside.sinks, () => {})
  for (const one of options.workflows ?? []) await workflows.deploy(one)
  const tokens = options.tokens === undefined ? {} : { tokens: options.tokens }
  // A browser asks faster than any person; limits on rates have tests of their own.
  const rate = { perSecond: 10_000, burst: 10_000 }
  const server = await createServer({
    engine,
    workflows,
    store,
    clock,
    ui,
    importFile: importInProcess(),
    ...tokens,
    ...(outside !== undefined && { outside }),
    rates: { caller: rate, address: rate },
  })
  const { url } = await server.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launch(options.chromium)
  const stopServer = () => server.close()
  const close = async () => {
    await browser.close()
    await stopServer()
    await outside?.worker.stop()
    await workflows.close()
    await engine.close()
    await store.close()
    clock.close()
  }
  return {
    url,
    engine,
    workflows,
    browser,
    open: (path, how) => open(browser, `${url}${path}`, how),
    stopServer,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** With a worker that answers the calls of the models. */
async function outsideOf(config: OutsideConfig, store: Store, clock: Clock) {
  const key = await loadSecretKey({ [SECRET_KEY_VARIABLE]: newSecretKey() })
  const egress = new Egress({ clock, allow: config.allow ?? [] })
  const connections = new Connections(store, key)
  const functions = new Functions(await builtInFunctions(config, { egress, connections }))
  const worker = startWorker({ store, clock, functions, egress, connections })
  const channels = { egress, connections, now: () => clock.now() }
  const configured = configuredSinks({ rates: { webhook: 'https://example.com/rates' } }, channels)
  const sinks = new Sinks(store, key, { channels, configured })
  return { egress, connections, functions, sinks, worker }
}

/** Once what it asks outside has landed or failed. */
async function arrived(model: LiveModel): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { queued, running } = model.jobs.counts().statuses
    if (queued + running === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

async function open(browser: Browser, url: string, how: OpenOptions = {}): Promise<OpenPage> {
  const { width = 1440, theme = 'light' } = how
  const context = await browser.newContext({
    viewport: { width, height: how.height ?? (width <= 720 ? 844 : 900) },
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: how.timezone ?? 'Europe/Berlin',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const problems: string[] = []
  // Refusals by the content security policy are errors of the console too.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(url)
  return { page, problems }
}

const everyLook = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const

/**
 * The sizes and themes in which every page is looked at: each once, and all pairs with `CELLWAKE_TEST_WHOLE=yes`. A layout
 * does not depend on its colours, and those have a test of their own, `tokens.test.ts`.
 */
export const looks = process.env.CELLWAKE_TEST_WHOLE === 'yes' ? everyLook : everyLook.slice(0, 2)

/** Where panels stand below and names of places are left out. */
export const between = { width: 1024, theme: 'light' } as const

export interface Picture {
  readonly name: string
  readonly path: string
  readonly how: OpenOptions
  /** Brings the page to where there is something to look at. */
  ready(page: Page): Promise<unknown>
}

/** Takes a picture of a page, and gives what is wrong with it: it is too wide, or the browser complains. */
export async function pictureOf(
  harness: Harness,
  { name, path, how, ready }: Picture,
): Promise<string[]> {
  const { page, problems } = await harness.open(path, how)
  await ready(page)
  await shoot(page, name, how)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await page.context().close()
  return isWide ? [...problems, `${path} runs out of the window`] : problems
}

/** Pictures that the documentation shows too: `CELLWAKE_TEST_WHOLE=yes CELLWAKE_DOC_PICTURES=1 npx vitest run packages/web`. */
const documented: Readonly<Record<string, string>> = {
  'models-wide-light': 'models',
  'sheet-wide-light': 'sheet',
  'sheet-phone-light': 'sheet-phone',
  'why-wide-light': 'why',
  'rules-wide-light': 'rules',
  'graph-wide-light': 'graph',
  'source-wide-light': 'source',
  'simulate-wide-light': 'simulate',
}

/** A picture of the page, or of a part of it, for people to look at, in test/shots (not kept in git). */
export async function shoot(
  page: Page,
  name: string,
  { width = 1440, theme = 'light' }: OpenOptions = {},
  part = 'body',
): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  const size = width <= 720 ? 'phone' : width <= 1180 ? 'medium' : 'wide'
  const path = join(shotsFolder, `${name}-${size}-${theme}.png`)
  if (part === 'body') await page.screenshot({ path })
  else await page.locator(part).screenshot({ path })
  const known = documented[`${name}-${size}-${theme}`]
  if (known === undefined || process.env.CELLWAKE_DOC_PICTURES !== '1') return
  mkdirSync(docsFolder, { recursive: true })
  copyFileSync(path, join(docsFolder, `${known}.png`))
}
