// A file of docs/ as the body of a page. Raw HTML in a file is shown as text, and every link ends at a page of the
// site or stands there as plain text.

import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import { codeBlock } from './highlight.ts'
import { asHtml, type Heading, selfLink, shortened, slug } from './page.ts'

/** Where a file of the repository is in the site, and its title there; undefined if it is not there. */
export type Places = (path: string) => { file: string; title: string } | undefined

export interface Rendered {
  readonly title: string
  readonly body: string
  readonly headings: readonly Heading[]
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
const { rules } = markdown.renderer

type Tokens = ReturnType<typeof markdown.parse>
type Token = Tokens[number]

rules.fence = (tokens, index) => {
  const { content, info } = tokens[index]!
  return codeBlock(content, info.trim().split(/\s+/)[0] ?? '')
}
rules.heading_close = (tokens, index) => {
  const { tag } = tokens[index]!
  const id = String(tokens[index - 2]?.attrGet('id') ?? '')
  return `${selfLink(id, plain(tokens[index - 1]))}</${tag}>\n`
}
// A wide table scrolls by itself, so the page never does.
rules.table_open = () => '<div class="wide" tabindex="0" role="group"><table>\n'
rules.table_close = () => '</table></div>\n'

/** `path` is that of the file in the repository. With `terms`, each bold word that opens an entry has an anchor. */
export function render(text: string, path: string, places: Places, terms = false): Rendered {
  const tokens = markdown.parse(text, {})
  for (const token of tokens) if (token.children !== null) relink(token.children, path, places)
  const headings = nameHeadings(tokens)
  if (terms) headings.push(...nameTerms(tokens))
  const title = headings[0]?.text ?? path
  return { title, body: markdown.renderer.render(tokens, markdown.options, {}), headings }
}

/** Links to files of the repository become links to pages; other links become plain text. */
function relink(children: Tokens, path: string, places: Places): void {
  let closing: 'a' | 'span' = 'a'
  for (const [index, token] of children.entries()) {
    if (token.type === 'link_close') token.tag = closing
    if (token.type !== 'link_open') continue
    const href = String(token.attrGet('href') ?? '')
    if (/^(#|https:)/.test(href)) {
      closing = 'a'
      continue
    }
    const place = places(resolve(href, path))
    closing = place === undefined ? 'span' : 'a'
    token.tag = closing
    token.attrs =
      place === undefined ? unlinked(href, path) : [['href', place.file + anchorOf(href)]]
    const text = children[index + 1]
    // The name of a file means nothing in the site; the title of its page does.
    if (place !== undefined && /^[\w/-]+\.md$/.test(text?.content ?? ''))
      text!.content = place.title
  }
}

function unlinked(href: string, path: string): [string, string][] {
  return [
    ['class', 'file'],
    ['title', `${resolve(href, path)}, in the repository`],
  ]
}

function anchorOf(href: string): string {
  return /#.*$/.exec(href)?.[0] ?? ''
}

function resolve(href: string, path: string): string {
  return posix.normalize(posix.join(posix.dirname(path), href.replace(/#.*$/, '')))
}

/** Gives each heading its anchor, a number behind it if it was there before. */
function nameHeadings(tokens: Tokens): Heading[] {
  const seen = new Map<string, number>()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = plain(tokens[index + 1])
    const base = slug(text)
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    const id = count === 0 ? base : `${base}-${count}`
    token.attrs = [['id', id]]
    return [{ level: Number(token.tag.slice(1)), id, text, about: below(tokens, index + 3) }]
  })
}

function below(tokens: Tokens, from: number): string {
  const next = tokens.findIndex((token, index) => index >= from && token.type === 'heading_open')
  const part = tokens.slice(from, next < 0 ? undefined : next)
  return shortened(
    part.map((token) => (token.type === 'inline' ? plain(token) : '')).join(' '),
    240,
  )
}

function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('')
}

/** The bold words of a list that explains words: each can be linked to and found. */
function nameTerms(tokens: Tokens): Heading[] {
  return tokens.flatMap((token) => {
    const children = token.children ?? []
    if (token.type !== 'inline') return []
    return children.flatMap((child, index) => {
      const text = children[index + 1]?.content ?? ''
      if (child.type !== 'strong_open') return []
      const id = `word-${slug(text)}`
      child.attrs = [['id', id]]
      return [{ level: 4, id, text, about: shortened(plain(token), 240) }]
    })
  })
}

export function paragraph(text: string): string {
  return `<p>${asHtml(text)}</p>\n`
}

/** One line of Markdown, such as a sentence with code in it. */
export function inline(text: string): string {
  return markdown.renderInline(text)
}
