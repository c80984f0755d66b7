// Goal: the documentation site is whole: it builds, no link or anchor leads nowhere, it asks for nothing from outside,
// every function, command, route and word is there, and text is never taken for markup.
// Method: the site is built into a folder of its own, as `npm run docs` does, and every page is read.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { routes } from '@cellwake/client'
import { catalogue } from '@cellwake/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { render } from '../scripts/docs/markdown.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cellwake-site-'))
const html = new Map<string, string>()

beforeAll(() => {
  const args = ['--import', './scripts/source.mjs', 'scripts/docs/build.ts', folder]
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.html')))
    html.set(name, readFileSync(join(folder, name), 'utf8'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const idsOf = (text: string) => [...text.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? '')
const linksOf = (text: string) =>
  [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? '')

/** Dead links, each with its page. */
function deadLinks(): string[] {
  return [...html].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => {
        // A link to elsewhere is followed by a person, or not at all.
        if (link.startsWith('https://')) return false
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? page : file
        if (!existsSync(join(folder, target))) return true
        return anchor !== undefined && !idsOf(html.get(target) ?? '').includes(anchor)
      })
      .map((link) => `${page}: ${link}`),
  )
}

describe('the site', () => {
  it('has a page for each thing there is to read', () => {
    const wanted = ['index', 'guide', 'language', 'functions', 'api', 'routes', 'cli', 'commands']
    for (const name of [...wanted, 'guarantees', 'words', 'rules', 'functions-date'])
      expect([...html.keys()]).toContain(`${name}.html`)
  })

  it('has no link and no anchor that leads nowhere', () => {
    expect(linksOf(html.get('guide.html') ?? '').length).toBeGreaterThan(20)
    expect(deadLinks()).toEqual([])
  })

  it('has every picture that a page names, with words for those who do not see it', () => {
    const files = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
    const named = files.flatMap((name) => [
      ...readFileSync(join(root, 'docs', name), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g),
    ])
    expect(named.length).toBeGreaterThan(5)
    for (const [, words = '', path = ''] of named) {
      expect(words.length).toBeGreaterThan(20)
      expect(existsSync(join(root, 'docs', path)), path).toBe(true)
      expect(existsSync(join(folder, path)), path).toBe(true)
    }
  })

  it('has each id once on a page', () => {
    const doubled = [...html].flatMap(([page, text]) => {
      const ids = idsOf(text)
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${page}#${id}`)
    })
    expect(doubled).toEqual([])
  })

  it('asks for nothing from outside, and holds no script or style in its pages', () => {
    const sources = ['site.css', 'site.js', 'theme.js'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    )
    const outside =
      /<(?!a )[^>]* (?:src|href)="(?:https?:)?\/\/[^"]*|url\("?(?:https?:)?\/\/[^)]*|@import[^;]*/
    const inside = /<script>|<style|<[^>]* (?:style|on\w+)="/
    const findings = [...html.values(), ...sources].flatMap((text) =>
      [outside.exec(text), inside.exec(text)].flatMap((match) => match?.[0] ?? []),
    )
    expect(findings).toEqual([])
    const fonts = [...(sources[0] ?? '').matchAll(/url\("([^"]+)"\)/g)].map((match) => match[1])
    expect(fonts.length).toBe(4)
    for (const font of fonts) expect(existsSync(join(folder, font ?? ''))).toBe(true)
  })

  it('explains every function, with an anchor that the search knows', () => {
    const index = readFileSync(join(folder, 'search-index.js'), 'utf8')
    expect(catalogue.names.length).toBeGreaterThan(500)
    for (const name of catalogue.names) {
      const page = html.get(`functions-${catalogue.get(name)?.category}.html`) ?? ''
      expect(page).toContain(`>${name}<a class="here"`)
      expect(index).toContain(`["${name}",`)
    }
  })

  it('has every route and every command', () => {
    const page = html.get('routes.html') ?? ''
    for (const name of Object.keys(routes)) expect(idsOf(page)).toContain(name.toLowerCase())
    const help = execFileSync(process.execPath, ['packages/cli/bin/cellwake.mjs', '--help'], {
      cwd: root,
      encoding: 'utf8',
    })
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1])
    expect(commands.length).toBeGreaterThan(25)
    const ids = idsOf(html.get('commands.html') ?? '')
    for (const name of commands.filter((one) => one !== 'help')) expect(ids).toContain(name)
  })

  it('defines each word once', () => {
    const terms = [
      ...readFileSync(join(root, 'docs/words.md'), 'utf8').matchAll(/\*\*([^*]+)\*\*/g),
    ].map((match) => (match[1] ?? '').toLowerCase())
    expect(terms.length).toBeGreaterThan(150)
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([])
  })
})

describe('a page', () => {
  const nowhere = () => undefined

  it('shows markup in a text as text, in prose, code, tables, headings and link titles', () => {
    const hostile = '<img src=x onerror="alert(1)">'
    const text = `# A ${hostile}\n\n${hostile} \`${hostile}\`\n\n| ${hostile} |\n|---|\n| b |\n\n\`\`\`grid\nA1 = "${hostile}"\n\`\`\`\n\n[x](a"b.ts)\n`
    const { body } = render(text, 'docs/a.md', nowhere)
    expect(body).not.toContain('<img')
    expect(body.split('&lt;img').length).toBeGreaterThanOrEqual(5)
  })

  it('follows no link that runs a script', () => {
    const { body } = render('[x](javascript:alert(1)) [y](data:text/html,z)', 'docs/a.md', nowhere)
    expect(body).not.toContain('href=')
  })

  it('turns links to files into links to pages, and leaves those without a page as text', () => {
    const b = { file: 'b.html', title: 'About b' }
    const places = (path: string) => (path === 'docs/b.md' ? b : undefined)
    const text = '[b](b.md#part), [b.md](b.md), [c](../packages/c.ts)'
    const { body } = render(text, 'docs/a.md', places)
    expect(body).toContain('<a href="b.html#part">b</a>')
    expect(body).toContain('<a href="b.html">About b</a>')
    expect(body).toContain('<span class="file" title="packages/c.ts, in the repository">c</span>')
  })

  it('numbers headings that are there twice, as GitHub does', () => {
    const { headings } = render('# Why\n\n## Why\n\n## Two words!\n', 'docs/a.md', nowhere)
    expect(headings.map(({ id }) => id)).toEqual(['why', 'why-1', 'two-words'])
  })
})
