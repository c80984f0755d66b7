// The sentence that explains a value: the change, its time, and its cause.

import type { CauseView, Explanation, Json, WhyNode } from '@cellwake/client'
import { WHY_NAMED_CAUSES } from '../../limits.ts'
import { spokenSymbol } from '../external-symbol.ts'
import { counted, formatCell } from '../format.ts'
import type { Zone } from '../zone.ts'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'symbol'; readonly symbol: string; readonly shown: string }
  | { readonly kind: 'time'; readonly at: string }

interface Plain {
  readonly kind: string
  readonly value: Json
}

const text = (words: string): Piece => ({ kind: 'text', text: words })
const strong = (words: string): Piece => ({ kind: 'strong', text: words })
const time = (at: string): Piece => ({ kind: 'time', at })
const symbolOf = (symbol: string): Piece => ({
  kind: 'symbol',
  symbol,
  shown: spokenSymbol(symbol),
})

export function causeSentence({ why, because }: Explanation, zone: Zone): Piece[] {
  const pieces = [...errorPieces(why), ...changePieces(why, because, zone)]
  if (why.status === 'dirty') {
    pieces.push(text(' It is lazy: something below it changed, and nobody has asked since.'))
  }
  return pieces
}

function errorPieces({ kind, value, symbol }: WhyNode): Piece[] {
  if (kind !== 'error' || typeof value !== 'object' || value === null) return []
  const { message, origin } = value as { message?: unknown; origin?: unknown }
  if (typeof message !== 'string') return []
  const pieces = [text('It shows an error: '), strong(message.replace(/\.$/, ''))]
  if (typeof origin === 'string' && origin !== '' && origin !== symbol) {
    pieces.push(text(', which came from '), symbolOf(origin))
  }
  return [...pieces, text('. ')]
}

function changePieces(why: WhyNode, because: Explanation['because'], zone: Zone): Piece[] {
  const { changed } = why
  if (changed === null) return [text(unchanged(why))]
  const { cause, before } = changed
  const others = because.filter(({ symbol }) => symbol !== why.symbol)
  if (others.length === 0) return directPieces(why, before, cause, zone)
  const moved = movement(before, why)
  const first = !hadOne(before)
    ? [text('It came to be '), time(cause.at)]
    : [text(`${capital(moved)} from ${shown(before, zone, why.typeTag)} `), time(cause.at)]
  return [
    ...first,
    text(', because '),
    ...becausePieces(others, zone),
    ...byPieces(cause),
    text('.'),
  ]
}

function unchanged({ role, kind }: WhyNode): string {
  if (role === 'blank' || (role === 'input' && kind === 'blank')) return 'Nothing stands here.'
  if (role === 'input') return 'It stands so in the source; nobody has changed it since.'
  if (role === 'rule') return 'Its rule has not written it yet.'
  return 'It has not changed since the model was deployed.'
}

/** The cell itself was written, by a person, a rule or a deploy. */
function directPieces(why: WhyNode, before: Plain | null, cause: CauseView, zone: Zone): Piece[] {
  const was = !hadOne(before) ? [] : [text(`, it was ${shown(before, zone, why.typeTag)}`)]
  const end = [...was, text('.')]
  if (cause.rule !== null) {
    return [text('The rule '), strong(cause.rule.title), text(' wrote it '), time(cause.at), ...end]
  }
  if (cause.run != null) {
    return [
      text('The workflow '),
      strong(cause.run.workflow),
      text(' set it '),
      time(cause.at),
      ...end,
    ]
  }
  if (cause.kind === 'set') return [strong(cause.by), text(' set it '), time(cause.at), ...end]
  if (cause.kind === 'deploy') {
    return [
      text('It came with the version that '),
      strong(cause.by),
      text(' deployed '),
      time(cause.at),
      ...end,
    ]
  }
  if (cause.kind === 'job' && cause.by === 'job')
    return [text('It was answered '), time(cause.at), ...end]
  if (cause.kind === 'resolve') return [text('It was computed '), time(cause.at), ...end]
  return [text('It changed '), time(cause.at), ...end]
}

function becausePieces(others: Explanation['because'], zone: Zone): Piece[] {
  const named = others.slice(0, WHY_NAMED_CAUSES)
  const pieces = named.flatMap((one, i): Piece[] => {
    const joint = i === 0 ? [] : [text(others.length > WHY_NAMED_CAUSES ? ', ' : ' and ')]
    const { symbol, before, after } = one
    if (!hadOne(before)) return [...joint, symbolOf(symbol), text(` became ${shown(after, zone)}`)]
    const how = `${movement(before, after)} from ${shown(before, zone)} to ${shown(after, zone)}`
    return [...joint, symbolOf(symbol), text(` ${how}`)]
  })
  const rest = others.length - named.length
  return rest > 0 ? [...pieces, text(` and ${rest} more changed`)] : pieces
}

function byPieces({ kind, by, rule, run }: CauseView): Piece[] {
  if (run != null) return [text(', set by the workflow '), strong(run.workflow)]
  if (rule !== null) return [text(', written by the rule '), strong(rule.title)]
  if (kind === 'set') return [text(', set by '), strong(by)]
  return kind === 'deploy' ? [text(' with a deploy by '), strong(by)] : []
}

/** Whether there was a value: one that is pending has not arrived. */
function hadOne(before: Plain | null): before is Plain {
  return before !== null && before.kind !== 'pending'
}

function movement(before: Plain | null, after: Plain): 'rose' | 'fell' | 'changed' {
  const from = before?.value
  const to = after.value
  if (typeof from !== 'number' || typeof to !== 'number' || from === to) return 'changed'
  return to > from ? 'rose' : 'fell'
}

function shown({ kind, value }: Plain, zone: Zone, typeTag = kind): string {
  if (kind === 'blank') return 'blank'
  if (kind === 'pending') return 'no answer yet'
  return formatCell({ kind, value, typeTag }, zone).text
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

/** The demand for a cell, the present only: in the past nobody wants anything. */
export function wantedWords(wantedBy: Explanation['wantedBy']): string {
  if (wantedBy === undefined) return 'nobody, this is the past'
  const { always, formulas, rules, watchers } = wantedBy
  const parts = [
    formulas.length > 0 ? counted(formulas.length, 'formula') : '',
    rules.length > 0 ? counted(rules.length, 'rule') : '',
    watchers > 0 ? `${watchers} who follow${watchers === 1 ? 's' : ''} it` : '',
  ].filter((part) => part !== '')
  if (parts.length > 0) return parts.join(', ')
  return always ? 'the model itself: it always runs' : 'nobody: it is computed when somebody asks'
}
