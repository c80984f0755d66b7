// Help while writing: completion, and a tooltip for the word under the pointer.

import { catalogue, type Signature, signatureText } from '@cellwake/language'
import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import { hoverTooltip } from '@codemirror/view'

const keywords = [
  'WHEN',
  'EVERY',
  'AT',
  'THEN',
  'ELSE',
  'END',
  'DEBOUNCE',
  'THROTTLE',
  'MAX',
  'SKIP MISSED',
  'BACKFILL',
  'CASE',
  'LET',
  'DEFAULT',
  'AND',
  'OR',
  'NOT',
  'TRUE',
  'FALSE',
  'BLANK',
  'MODEL',
  'DESCRIPTION',
  'VERSION',
  'TAGS',
  'TIMEZONE',
]

const types = [
  'number',
  'integer',
  'percentage',
  'currency:EUR',
  'currency:USD',
  'text',
  'boolean',
  'date',
  'datetime',
  'duration',
  'list',
  'object',
]

/** No function, but written and looked up like one. */
const fill = {
  name: 'FILL',
  takes: '(formula)',
  about:
    'Fills the formula of the first cell over the rectangle: references shift from cell to cell, parts with $ stay. Stands alone, as in B2:B100 = FILL(A2 * $D$1).',
}

const functions: readonly Completion[] = catalogue.names.flatMap((name) => {
  const signature = catalogue.get(name)
  return signature === undefined ? [] : [functionCompletion(signature)]
})

function functionCompletion(signature: Signature): Completion {
  return {
    label: signature.name,
    type: signature.external === undefined ? 'function' : 'external',
    detail: signatureText(signature).slice(signature.name.length),
    info: signature.about,
    apply: `${signature.name}(`,
  }
}

const forms: readonly Completion[] = [
  { label: fill.name, type: 'function', detail: fill.takes, info: fill.about, apply: 'FILL(' },
]

const words: readonly Completion[] = keywords.map((label) => ({
  label,
  type: 'keyword',
  boost: -1,
}))

/** `names` gives the names of the current text. */
export function completionOf(names: () => readonly string[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const tag = context.matchBefore(/\bas\s+[\w:]*/i)
    if (tag !== null) {
      const from = tag.from + (/\bas\s+/i.exec(tag.text)?.[0].length ?? 0)
      return { from, options: types.map((label) => ({ label, type: 'type' })) }
    }
    const word = context.matchBefore(/[\p{L}_][\p{L}\d_.]*/u)
    if (word === null && !context.explicit) return null
    const own = names().map((label): Completion => ({ label, type: 'variable', boost: 2 }))
    return {
      from: word?.from ?? context.pos,
      options: [...own, ...functions, ...forms, ...words],
      validFor: /^[\p{L}\d_.]*$/u,
    }
  }
}

/** Text of the first line, then of the second. */
export type Described = { readonly title: string; readonly text: string } | undefined

function calledHelp(name: string): Described {
  if (name === fill.name) return { title: `${name}${fill.takes}`, text: fill.about }
  const signature = catalogue.get(name)
  return signature && { title: signatureText(signature), text: signature.about }
}

/** `describe` gives the known facts of a cell or name: its value now. */
export function hoverHelp(describe: (symbol: string) => Described) {
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos)
    const isWord = (at: number) => /[\p{L}\d_.:!$]/u.test(line.text[at] ?? '')
    let start = pos - line.from
    let end = start
    while (start > 0 && isWord(start - 1)) start--
    while (end < line.text.length && isWord(end)) end++
    const word = line.text.slice(start, end)
    if (word === '') return null
    const isCall = line.text[end] === '('
    const called = isCall ? calledHelp(word.toUpperCase()) : undefined
    const shown = called ?? describe(word)
    if (shown === undefined) return null
    return {
      pos: line.from + start,
      end: line.from + end,
      above: true,
      create() {
        const dom = document.createElement('div')
        dom.className = 'hover-help'
        const title = document.createElement('code')
        title.textContent = shown.title
        const text = document.createElement('p')
        text.textContent = shown.text
        dom.append(title, text)
        return { dom }
      },
    }
  })
}
