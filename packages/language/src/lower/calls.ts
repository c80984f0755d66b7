// Calls: which function is meant, whether its arguments fit, and each argument in its place.

import { emptyArgument } from '../catalogue/empty-arguments.ts'
import { leftOut } from '../catalogue/left-out.ts'
import { acceptsCount, placeOf, signatureText } from '../catalogue/parameters.ts'
import type { Signature } from '../catalogue/signature.ts'
import { NAMED_PLACES_MAX_COUNT } from '../limits.ts'
import type { Argument, Call, Span } from '../parser/ast.ts'
import type { Context } from './context.ts'
import { lowerExternal } from './external.ts'
import { misplacedFill } from './fill.ts'
import type { IrExpr, IrRange } from './ir.ts'
import { positionCall } from './positions.ts'
import { useLocal } from './scope.ts'
import { bothCorners, SHIFT } from './shifts.ts'

/** `piped` is the value that a pipe puts in front of the arguments. */
export function lowerCall(cx: Context, call: Call, piped?: IrExpr): IrExpr {
  const written = cx.shared.source.slice(call.start, call.fnEnd)
  const local = cx.scope.find(written)
  if (local !== undefined) return lowerApply(cx, call, useLocal(local), call.args, piped)
  const position = piped === undefined ? positionCall(cx, call) : undefined
  if (position !== undefined) return position
  if (call.fn === 'FILL') return misplacedFill(cx, call)
  const signature = cx.shared.catalogue.get(call.fn)
  if (signature === undefined) return unknownFunction(cx, call, written)
  const args = placed(cx, call, signature, piped)
  if (signature.external !== undefined) return lowerExternal(cx, call, signature.name, args)
  if (signature.name === 'IF') return choice(args)
  if (signature.name === 'IFS') return choices(args)
  return withoutReading(signature.name, args) ?? ['call', signature.name, ...args]
}

/**
 * Constants known without reading a cell: the size of a range, and which argument CHOOSE takes by a written number.
 * So `ROWS(A$1:A3)` in A3 and `CHOOSE(2, B40, "x")` in B40 are no cycles.
 */
function withoutReading(name: string, args: readonly (IrExpr | null)[]): IrExpr | undefined {
  const [first, ...rest] = args
  if (name === 'CHOOSE' && typeof first === 'number') {
    const chosen = rest[Math.trunc(first) - 1]
    return first < 1 || chosen === undefined ? undefined : (chosen ?? ['blank'])
  }
  if (name !== 'ROWS' && name !== 'COLUMNS') return undefined
  if (typeof first !== 'object' || first === null) return undefined
  if (first[0] === 'cell') return 1
  return first[0] === 'range' ? sizeOf(name, first) : undefined
}

/** Where one corner shifts and the other does not, the size follows from the place of the cell. */
function sizeOf(name: 'ROWS' | 'COLUMNS', range: IrRange): IrExpr {
  const [, , column, row, lastColumn, lastRow, shifts = 0] = range
  const [first, last] = name === 'ROWS' ? [row, lastRow] : [column, lastColumn]
  const bit = name === 'ROWS' ? SHIFT.row : SHIFT.column
  const moved = shifts & bothCorners(bit)
  if (moved === 0 || moved === bothCorners(bit)) return last - first + 1
  const step: IrExpr = ['pos', name === 'ROWS' ? 'ROW_INDEX' : 'COL_INDEX', 0]
  // Before its step is added the first cell is 1 too far.
  if (moved > bit) return ['op', step, '+', last - first]
  return ['op', ['call', 'ABS', ['op', step, '-', last - first + 1]], '+', 1]
}

/** The call of a lambda, whose arguments go by place. */
export function lowerApply(
  cx: Context,
  span: Span,
  fn: IrExpr,
  args: readonly Argument[],
  piped?: IrExpr,
): IrExpr {
  for (const { name } of args)
    if (name !== undefined)
      cx.shared.report(
        'unknown-argument',
        name,
        `The arguments of a lambda go by their place, not by name. Leave out ${name.text} :=.`,
        { title: 'Leave the name out', edits: [nameEdit(cx, span, name)] },
      )
  const values = args.map(({ value }) => (value === undefined ? null : cx.lower(value)))
  return piped === undefined ? ['apply', fn, ...values] : ['apply', fn, piped, ...values]
}

function nameEdit(cx: Context, span: Span, name: Span) {
  const after = cx.shared.source.indexOf(':=', name.end) + 2
  return { start: name.start, end: Math.min(after, span.end), text: '' }
}

function unknownFunction(cx: Context, call: Call, written: string): IrExpr {
  const reason = reasonOf(cx, call.fn, written)
  const near =
    reason === undefined
      ? (cx.shared.near(written, cx.scope.names()) ??
        cx.shared.near(call.fn, cx.shared.catalogue.names))
      : undefined
  cx.shared.report(
    'unknown-function',
    { start: call.start, end: call.fnEnd },
    reason !== undefined
      ? `${call.fn} is not a function here. ${reason}`
      : near === undefined
        ? `There is no function ${call.fn}. The command cellwake functions lists those there are.`
        : `There is no function ${call.fn}. Did you mean ${near}?`,
    near === undefined
      ? undefined
      : {
          title: `Write ${near}`,
          edits: [{ start: call.start, end: call.fnEnd, text: near }],
        },
  )
  for (const { value } of call.args) if (value !== undefined) cx.lower(value)
  return ['blank']
}

function reasonOf(cx: Context, fn: string, written: string): string | undefined {
  if (Object.hasOwn(leftOut, fn)) return leftOut[fn]
  if (!cx.shared.nameWrites.has(written)) return undefined
  return `${written} is a name, and names hold values, not functions. Bind the lambda inside the formula, with DO or LET.`
}

/** Every argument in the place of its parameter; null for one that is left out. */
function placed(
  cx: Context,
  call: Call,
  signature: Signature,
  piped: IrExpr | undefined,
): (IrExpr | null)[] {
  const args: (IrExpr | null)[] = piped === undefined ? [] : [piped]
  const given = new Set<number>(args.keys())
  let named = false
  let unknown = false
  for (const argument of call.args) {
    if (argument.name === undefined && named) positionalAfterNamed(cx, argument, signature)
    const place = argument.name === undefined ? args.length : placeNamed(cx, argument, signature)
    named ||= argument.name !== undefined
    const value =
      argument.value === undefined
        ? (emptyArgument(signature.name, place ?? 0) ?? null)
        : cx.lower(argument.value)
    if (place === undefined) {
      unknown = true
      continue
    }
    if (given.has(place)) givenTwice(cx, argument, signature)
    given.add(place)
    while (args.length < place) args.push(null)
    args[place] = value
  }
  // A mistyped name leaves a gap that says nothing new.
  if (unknown) return args
  const isMissing = signature.params.some((param, at) => !param.optional && !given.has(at))
  if (isMissing || !acceptsCount(signature, args.length)) wrongCount(cx, call, signature, given)
  return args
}

function placeNamed(cx: Context, argument: Argument, signature: Signature): number | undefined {
  const { name } = argument
  if (name === undefined) return undefined
  const place = placeOf(signature, name.text.toLowerCase())
  if (place !== undefined && place < NAMED_PLACES_MAX_COUNT) return place
  const names = signature.params.map((param) => param.name)
  const near = cx.shared.near(name.text, names)
  cx.shared.report(
    'unknown-argument',
    name,
    near === undefined
      ? `${signature.name} has no argument ${name.text}. It is called as ${signatureText(signature)}.`
      : `${signature.name} has no argument ${name.text}. Did you mean ${near}?`,
    near === undefined
      ? undefined
      : { title: `Write ${near}`, edits: [{ start: name.start, end: name.end, text: near }] },
  )
  return undefined
}

function givenTwice(cx: Context, argument: Argument, signature: Signature): void {
  cx.shared.report(
    'argument-count',
    argument,
    `${argument.name?.text ?? 'This argument'} is given twice to ${signature.name}. Keep one of them.`,
    {
      title: 'Remove the second one',
      edits: [{ ...withComma(cx, argument), text: '' }],
    },
  )
}

function positionalAfterNamed(cx: Context, argument: Argument, signature: Signature): void {
  cx.shared.report(
    'syntax',
    argument,
    `After an argument with a name, every other one needs its name too. ${signature.name} is called as ${signatureText(signature)}.`,
  )
}

function wrongCount(
  cx: Context,
  call: Call,
  signature: Signature,
  given: ReadonlySet<number>,
): void {
  const missing = signature.params.filter((param, at) => !param.optional && !given.has(at))
  const what =
    missing.length > 0
      ? `${signature.name} needs ${missing.map((param) => param.name).join(' and ')}`
      : signature.repeats > 1
        ? `The arguments of ${signature.name} come in groups of ${signature.repeats}, and the last group is not complete`
        : `${signature.name} takes at most ${signature.params.length} arguments, and here are ${given.size}`
  const extra = missing.length === 0 ? call.args[call.args.length - 1] : undefined
  const tooMany = signature.repeats === 0 && given.size === signature.params.length + 1
  cx.shared.report(
    'argument-count',
    call,
    `${what}. It is called as ${signatureText(signature)}.`,
    extra !== undefined && tooMany
      ? { title: 'Remove the last argument', edits: [{ ...withComma(cx, extra), text: '' }] }
      : undefined,
  )
}

/** The stretch of an argument with the comma before it. */
function withComma(cx: Context, argument: Span): { start: number; end: number } {
  const comma = cx.shared.source.lastIndexOf(',', argument.start)
  return { start: comma < 0 ? argument.start : comma, end: argument.end }
}

/** IF without a third argument is FALSE there, as in Excel; an empty one is blank. */
function choice(args: readonly (IrExpr | null)[]): IrExpr {
  const [condition, then, otherwise] = args
  return [
    'if',
    condition ?? ['blank'],
    then ?? ['blank'],
    args.length < 3 ? false : (otherwise ?? ['blank']),
  ]
}

function choices(args: readonly (IrExpr | null)[]): IrExpr {
  return ['if', ...args.map((part) => part ?? (['blank'] satisfies IrExpr)), ['err', 'N/A']]
}
