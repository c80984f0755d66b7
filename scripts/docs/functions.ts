// The functions, from the catalogue of the language: a page that lists them, and one for each category.

import {
  type Category,
  catalogue,
  leftOut,
  type Signature,
  signatureNotes,
  signatureText,
} from '@cellwake/language'
import { highlightGrid } from './highlight.ts'
import { asHtml, type Heading, headingHtml, type Page, slug } from './page.ts'

const group = 'Functions'

const titles: Record<Category, string> = {
  math: 'Mathematics',
  statistics: 'Statistics',
  financial: 'Finance',
  text: 'Text',
  date: 'Dates and times',
  lookup: 'Lookup',
  logical: 'Logic',
  information: 'Information',
  engineering: 'Engineering',
  database: 'Tables as databases',
  array: 'Arrays',
  lambda: 'Lambdas',
  object: 'Objects and JSON',
  web: 'Web',
  external: 'From outside',
}

export function functionPages(): Page[] {
  const all = catalogue.names.flatMap((name) => catalogue.get(name) ?? [])
  const categories = (Object.keys(titles) as Category[]).map((category) => ({
    category,
    members: all.filter((one) => one.category === category),
  }))
  return [
    listPage(categories, all.length),
    ...categories.map(({ category, members }) => categoryPage(category, members)),
  ]
}

const fileOf = (category: Category) => `functions-${category}.html`
const idOf = (name: string) => `fn-${slug(name.replaceAll('.', '-'))}`

function listPage(
  categories: readonly { category: Category; members: readonly Signature[] }[],
  count: number,
): Page {
  const sections = categories.map(({ category, members }) => {
    const links = members.map(
      ({ name }) => `<a href="${fileOf(category)}#${idOf(name)}">${asHtml(name)}</a>`,
    )
    const title = `<a href="${fileOf(category)}">${asHtml(titles[category])}</a>`
    return `${headingHtml(2, category, title)}\n<p class="names">${links.join(' ')}</p>\n`
  })
  const missing = Object.entries(leftOut).map(
    ([name, why]) => `<tr><td><code>${asHtml(name)}</code></td><td>${asHtml(why)}</td></tr>`,
  )
  const body = [
    headingHtml(1, 'all-functions', 'All functions'),
    `<p>${count} functions, in ${categories.length} categories. Names may be written in any case, and arguments may be given by name: <code>ROUND(number := 2.5, num_digits := 0)</code>.</p>\n`,
    ...sections,
    headingHtml(2, 'left-out', 'Left out'),
    '<p>Functions of Excel that are not here, and why.</p>\n',
    `<div class="wide" tabindex="0" role="group"><table><tbody>${missing.join('\n')}</tbody></table></div>\n`,
  ]
  const headings = [
    { level: 1, id: 'all-functions', text: 'All functions', about: `${count} functions` },
    { level: 2, id: 'left-out', text: 'Left out', about: 'Functions of Excel that are not here.' },
  ]
  return { file: 'functions.html', title: 'All functions', group, body: body.join(''), headings }
}

function categoryPage(category: Category, members: readonly Signature[]): Page {
  const title = titles[category]
  const headings: Heading[] = [
    { level: 1, id: 'category', text: title, about: `${members.length} functions` },
    ...members.map((one) => ({ level: 2, id: idOf(one.name), text: one.name, about: one.about })),
  ]
  const count = members.length === 1 ? '1 function' : `${members.length} functions`
  const body = [
    headingHtml(1, 'category', asHtml(title)),
    `<p>${count}. <a href="functions.html">All functions</a> has the others.</p>\n`,
    ...members.map(functionHtml),
  ].join('')
  return { file: fileOf(category), title, group, body, headings }
}

function functionHtml(signature: Signature): string {
  const params = signature.params.map(
    ({ name, kind, optional }) =>
      `<tr><td><code>${asHtml(name)}</code></td><td>${asHtml(kind)}${optional ? ', may be left out' : ''}</td></tr>`,
  )
  const examples = signature.examples.map(
    ({ formula, result }) => `${highlightGrid(formula)}  → ${highlightGrid(result)}`,
  )
  return [
    headingHtml(2, idOf(signature.name), asHtml(signature.name)),
    `<p class="call"><code>${asHtml(signatureText(signature))}</code> → ${asHtml(signature.returns)}</p>\n`,
    `<p>${asHtml([signature.about, ...signatureNotes(signature)].join(' '))}</p>\n`,
    params.length === 0 ? '' : `<table><tbody>${params.join('')}</tbody></table>\n`,
    examples.length === 0 ? '' : `<pre tabindex="0"><code>${examples.join('\n')}</code></pre>\n`,
  ].join('')
}
