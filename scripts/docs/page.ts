// A page of the site, and the few helpers that all pages are made with.

import { unescapeAll } from './text.ts'

/** One page: its file in the site, its place in the menu, and its body as HTML. */
export interface Page {
  /** Such as `guide.html`. All pages stand in one folder, so links are plain names. */
  readonly file: string
  readonly title: string
  /** The heading in the menu; undefined for a page that is only reached by links. */
  readonly group: string | undefined
  readonly body: string
  readonly headings: readonly Heading[]
}

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
  /** The text below it, for the search. */
  readonly about: string
}

/** The title in a list: without the part behind a colon. */
export function shortTitle({ title }: Page): string {
  return title.split(':')[0] ?? title
}

/** Text as HTML. Everything that is not markup of ours goes through here. */
export function asHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The anchor of a heading, as GitHub makes it, so that links in the files work in both places. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** A heading with its anchor. */
export function headingHtml(level: number, id: string, inner: string): string {
  return `<h${level} id="${asHtml(id)}">${inner}${selfLink(id, unescapeAll(inner))}</h${level}>`
}

/** The link of a heading to itself, for copying. */
export function selfLink(id: string, text: string): string {
  return `<a class="here" href="#${asHtml(id)}" aria-label="Link to ${asHtml(text)}">#</a>`
}

/** The first sentences of a text, for the search and for lists. */
export function shortened(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= most) return flat
  return `${flat.slice(0, flat.lastIndexOf(' ', most))}…`
}
