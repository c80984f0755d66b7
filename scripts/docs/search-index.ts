// The index of the search: every heading of every page, with the text below it. It is a script and not JSON,
// because a page that was opened from a file may load scripts and nothing else.

import { type Page, shortened } from './page.ts'

/** Title, page, place, text: short rows keep the file small. */
type Row = readonly [title: string, page: string, link: string, about: string]

export function searchIndex(pages: readonly Page[]): string {
  const rows = pages.flatMap((page) =>
    page.headings.map(
      ({ level, id, text, about }): Row => [
        text,
        page.title,
        level === 1 ? page.file : `${page.file}#${id}`,
        shortened(about, 160),
      ],
    ),
  )
  // A text could hold the end of a script or a line end that JavaScript counts as one.
  const json = JSON.stringify(rows).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')
  return `globalThis.cellwakeSearch = ${json}\n`
}
