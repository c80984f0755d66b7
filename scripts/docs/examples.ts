// The example models: each on a page of its own, with its source in colour.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeBlock } from './highlight.ts'
import { asHtml, headingHtml, type Page } from './page.ts'

/** The page of a file such as `examples/loan-book.grid`. */
export function examplePlace(path: string): string | undefined {
  const [, name] = /^examples\/([\w-]+)\.grid$/.exec(path) ?? []
  return name === undefined ? undefined : `example-${name}.html`
}

export function examplePages(root: string): Page[] {
  const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.grid'))
  return names.sort().map((name) => {
    const path = `examples/${name}`
    const title = name.replace('.grid', '')
    const source = readFileSync(join(root, path), 'utf8')
    // The comment at the top describes the model; it stands in the source too.
    const about = /^# (.*)/.exec(source)?.[1] ?? ''
    const body = [
      headingHtml(1, title, asHtml(title)),
      `<p><code>${asHtml(path)}</code>, one of <a href="examples.html">the examples</a>.</p>\n`,
      codeBlock(source, 'grid'),
    ].join('')
    return {
      file: examplePlace(path) ?? '',
      title,
      group: undefined,
      body,
      headings: [{ level: 1, id: title, text: `Example: ${title}`, about }],
    }
  })
}
