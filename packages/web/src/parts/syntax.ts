// The language in the palette of states, for the editor and for text that is only shown: rule words violet, times and
// policies teal, events violet and underlined, the rest quiet.

import { editorParser } from '@cellwake/language/editor'
import { highlightCode, styleTags, tagHighlighter, tags } from '@lezer/highlight'

const event = tags.function(tags.propertyName)
const quiet = tags.operatorKeyword

/**
 * Gates are words of rules, not policies; an event and its topic are one thing; a choice inside of a formula is no rule.
 */
export const gridParser = editorParser.configure({
  props: [
    styleTags({
      'Gate/DEBOUNCE Gate/THROTTLE': tags.controlKeyword,
      'Choice/THEN Choice/ELSE With/WITH With/THEN With/ELSE Try/TRY Try/ELSE': quiet,
      'Case/CASE Case/ELSE Case/END When/WHEN When/THEN Do/DO Do/END': quiet,
      'Publish/SheetName Publish/"!" Publish/EventName': event,
    }),
  ],
})

export const syntaxClasses = tagHighlighter([
  { tag: tags.comment, class: 'k-com' },
  { tag: tags.controlKeyword, class: 'k-rule' },
  { tag: [tags.special(tags.string), tags.modifier], class: 'k-time' },
  { tag: tags.string, class: 'k-str' },
  { tag: event, class: 'k-ev' },
  { tag: tags.function(tags.variableName), class: 'k-fn' },
  { tag: [tags.number, tags.atom, tags.bool, tags.null], class: 'k-num' },
  { tag: tags.standard(tags.variableName), class: 'k-pos' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.operatorKeyword], class: 'k-kw' },
  {
    tag: [tags.operator, tags.definitionOperator, tags.arithmeticOperator, tags.compareOperator],
    class: 'k-op',
  },
])

/** `20min` is a number to the grammar, and `SCHEDULED_AT` a position; to a reader both are times. */
export function isTimeWord(text: string): boolean {
  return /^(\d[\d_.]*(ms|s|min|h|d|w)|scheduled_at)$/i.test(text)
}

export interface Piece {
  readonly text: string
  readonly className: string
  /** Where it begins. */
  readonly at: number
}

/** A text in pieces of one colour each. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (piece: string, className: string) => {
    const isTime = (className === 'k-num' || className === 'k-pos') && isTimeWord(piece)
    const before = pieces.at(-1)
    if (before?.className === 'k-ev' && className === 'k-ev')
      pieces.splice(-1, 1, { ...before, text: before.text + piece })
    else pieces.push({ text: piece, className: isTime ? 'k-time' : className, at })
    at += piece.length
  }
  highlightCode(text, gridParser.parse(text), syntaxClasses, add, () => add('\n', ''))
  return pieces
}
