// The site: which pages there are, in the order of the menu.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsPage } from './commands.ts'
import { examplePages, examplePlace } from './examples.ts'
import { functionPages } from './functions.ts'
import { render } from './markdown.ts'
import { asHtml, headingHtml, type Page, shortTitle } from './page.ts'
import { routesPage } from './routes.ts'

/** The files that are pages, by their group in the menu. */
const files: Readonly<Record<string, readonly (readonly [path: string, file: string])[]>> = {
  Begin: [
    ['docs/guide.md', 'guide.html'],
    ['examples/README.md', 'examples.html'],
    ['docs/words.md', 'words.html'],
  ],
  Models: [
    ['docs/language.md', 'language.html'],
    ['docs/rules.md', 'rules.html'],
    ['docs/calendars.md', 'calendars.html'],
    ['docs/models.md', 'models.html'],
    ['docs/external.md', 'external.html'],
    ['docs/model-tests.md', 'model-tests.html'],
  ],
  'Use it': [
    ['docs/cli.md', 'cli.html'],
    ['docs/api.md', 'api.html'],
    ['docs/live.md', 'live.html'],
  ],
  Programs: [
    ['docs/cells.md', 'cells.html'],
    ['docs/scheduler.md', 'scheduler.html'],
    ['docs/store.md', 'store.html'],
  ],
  'What holds': [
    ['GUARANTEES.md', 'guarantees.html'],
    ['docs/proof.md', 'proof.html'],
    ['SECURITY.md', 'security.html'],
  ],
  Inside: [
    ['ARCHITECTURE.md', 'architecture.html'],
    ['docs/ir.md', 'ir.html'],
    ['docs/performance.md', 'performance.html'],
    ['docs/redis.md', 'redis.html'],
    ['docs/runtimes.md', 'runtimes.html'],
    ['CONTRIBUTING.md', 'contributing.html'],
  ],
}

/** The groups of the menu, in order. */
export const groups = ['Begin', 'Models', 'Functions', 'Use it', 'Programs', 'What holds', 'Inside']

const pages = Object.values(files).flat()
const placeOf = new Map<string, string>([...pages, ['README.md', 'index.html']])

export async function sitePages(root: string): Promise<Page[]> {
  const written = Object.entries(files).flatMap(([group, entries]) =>
    entries.map(([path, file]) => writtenPage(root, group, path, file)),
  )
  const made = [...functionPages(), await commandsPage(), routesPage(), ...examplePages(root)]
  return [homePage([...written, ...made]), ...written, ...made]
}

function writtenPage(root: string, group: string, path: string, file: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  const places = (target: string) => placeIn(root, target)
  return { file, group, ...render(text, path, places, path === 'docs/words.md') }
}

function placeIn(root: string, path: string): { file: string; title: string } | undefined {
  const file = placeOf.get(path) ?? examplePlace(path)
  if (file === undefined || !existsSync(join(root, path))) return undefined
  const [, title = path] = /^# (.*)/.exec(readFileSync(join(root, path), 'utf8')) ?? []
  return { file, title }
}

/** The pictures of the user interface, which its tests make. */
export function pictures(root: string): string[] {
  return readdirSync(join(root, 'docs', 'pictures')).sort()
}

function homePage(others: readonly Page[]): Page {
  const sections = groups.map((group) => {
    const members = others.filter((page) => page.group === group)
    const rows = members.map(
      (page) =>
        `<li><a href="${page.file}">${asHtml(shortTitle(page))}</a> <span>${asHtml(page.headings[0]?.about ?? '')}</span></li>`,
    )
    return `<h2>${asHtml(group)}</h2>\n<ul class="pages">${rows.join('\n')}</ul>\n`
  })
  const body = [
    headingHtml(1, 'cellwake', 'Cellwake'),
    '<p class="lede">A durable reactive runtime. A <strong>model</strong> is a spreadsheet that acts: formulas follow their inputs, rules fire when something becomes true, at a rhythm or at a time. What happened once stays so, across crashes and hosts, and every value can say why it is there.</p>\n',
    '<p><a href="guide.html">Fifteen minutes</a> take you from a clone to a model of your own.</p>\n',
    '<p><img src="pictures/sheet.png" alt="A model as a sheet, with the panel that says why a cell has its value"></p>\n',
    ...sections,
  ].join('')
  const headings = [{ level: 1, id: 'cellwake', text: 'Cellwake', about: 'Where to begin.' }]
  return { file: 'index.html', title: 'Cellwake', group: undefined, body, headings }
}
