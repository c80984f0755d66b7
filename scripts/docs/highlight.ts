// Models in colour, with the parser of the editor: rule words violet, time teal, the rest ink.

import { editorParser } from '@cellwake/language/editor'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { asHtml } from './page.ts'

const classes = tagHighlighter([
  { tag: [tags.lineComment, tags.blockComment], class: 'c-note' },
  { tag: [tags.string, tags.escape], class: 'c-text' },
  { tag: [tags.special(tags.string), tags.modifier], class: 'c-time' },
  { tag: [tags.controlKeyword, tags.definitionKeyword], class: 'c-rule' },
  { tag: tags.function(tags.propertyName), class: 'c-event' },
])

export function highlightGrid(source: string): string {
  let html = ''
  const add = (text: string, names: string) => {
    html += names === '' ? asHtml(text) : `<span class="${asHtml(names)}">${asHtml(text)}</span>`
  }
  highlightCode(source, editorParser.parse(source), classes, add, () => add('\n', ''))
  return html
}

/** A block of code; `grid` is highlighted, everything else stands as it is. */
export function codeBlock(source: string, language: string): string {
  const text = source.replace(/\n$/, '')
  const inner = language === 'grid' ? highlightGrid(text) : asHtml(text)
  return `<pre tabindex="0"><code>${inner}</code></pre>\n`
}
