// Actions of a rule's body: plain assignments and events. Every other statement is refused, and the
// message names the alternative.

import type { Fix } from '../diagnostics.ts'
import type { Assignment, Span, Statement } from '../parser/ast.ts'
import { isCompound } from './formulas.ts'
import type { Ownership } from './ownership.ts'
import type { RuleDraft } from './rule-draft.ts'
import type { Surroundings } from './surroundings.ts'
import { hasEnd, operatorSpan } from './targets.ts'

/** Claims the targets of a rule's body. Gives the assignments that may write. */
export function checkActions(
  model: Surroundings,
  ownership: Ownership,
  rule: RuleDraft,
  number: number,
): ReadonlySet<Span> {
  const owned = new Set<Span>()
  for (const action of rule.body) {
    if (action.type === 'assignment') {
      checkOperator(model, action)
      if (action.modifier !== undefined) refuseNested(model, action, rule)
      if (!hasEnd(model, action)) continue
      const target = ownership.targetOf(action.target)
      if (target[0] === 'name') model.noteWrite(target[1], action.target)
      if (ownership.claimRule(target, action.target, number)) owned.add(action)
    } else if (action.type === 'publish') {
      for (const { name } of action.args) if (name !== undefined) refuseName(model, name)
    } else if (action.type === 'rule') refuseNested(model, action, rule)
    else refuseHeader(model, action)
  }
  return owned
}

function checkOperator(model: Surroundings, action: Assignment): void {
  const { op } = action
  if (op === '=') return
  const span = operatorSpan(model.source, action)
  if (op === '~=')
    model.report(
      'rule-lazy',
      span,
      'A rule writes when it fires, so ~= has no meaning in its body. Write =.',
      edit('Write =', span, '='),
    )
  else if (op === '?=')
    model.report(
      'rule-conditional',
      span,
      '?= is not allowed in a rule body. Write =, and keep the old value with IFERROR where the new one may be an error.',
      keepingOld(model, action),
    )
  else if (isCompound(op))
    model.report(
      'rule-compound',
      span,
      `${op} is not allowed in a rule body. Write the whole sum, such as B1 = B1 ${op.slice(0, 1)} 1.`,
      spelledOut(model, action),
    )
}

/** `B1 ?= e` becomes `B1 = IFERROR(e, B1)`. */
function keepingOld(model: Surroundings, action: Assignment): Fix {
  const span = operatorSpan(model.source, action)
  if (action.target.type === 'range') return edit('Write =', span, '=')
  const target = textOf(model, action.target)
  return {
    title: `Write = IFERROR(…, ${target})`,
    edits: [
      { ...span, text: '=' },
      { start: action.value.start, end: action.value.start, text: 'IFERROR(' },
      { start: action.value.end, end: action.value.end, text: `, ${target})` },
    ],
  }
}

/** `B1 += e` becomes `B1 = B1 + (e)`. */
function spelledOut(model: Surroundings, action: Assignment): Fix | undefined {
  if (action.target.type === 'range') return undefined
  const { start, end } = action.value
  const sum = `${textOf(model, action.target)} ${action.op.slice(0, 1)} (`
  return {
    title: 'Write it out',
    edits: [
      { ...operatorSpan(model.source, action), text: '=' },
      { start, end: start, text: sum },
      { start: end, end, text: ')' },
    ],
  }
}

function refuseNested(model: Surroundings, action: Statement, rule: RuleDraft): void {
  const outside = { start: rule.end, end: rule.end, text: `\n${textOf(model, action)}` }
  model.report(
    'rule-nested',
    action,
    'A rule cannot stand inside another. Move it out, and put both conditions into its own trigger.',
    {
      title: 'Move it behind this rule',
      edits: [{ start: action.start, end: action.end, text: '' }, outside],
    },
  )
}

function refuseHeader(model: Surroundings, action: Statement): void {
  const word = textOf(model, action).split(/\s/, 1)[0]
  model.report(
    'rule-header',
    action,
    `${word} belongs to the header at the top of the file, not into a rule.`,
    edit('Remove it', action, ''),
  )
}

function refuseName(model: Surroundings, name: Span): void {
  const after = model.source.indexOf(':=', name.end) + 2
  model.report(
    'unknown-argument',
    name,
    'The arguments of an event go by their place. Leave the name out.',
    edit('Leave the name out', { start: name.start, end: after }, ''),
  )
}

function textOf(model: Surroundings, { start, end }: Span): string {
  return model.source.slice(start, end)
}

function edit(title: string, { start, end }: Span, text: string): Fix {
  return { title, edits: [{ start, end, text }] }
}
