// A model with its copies written out again, as `compile` would give it.

import { expect } from 'vitest'
import { catalogue } from '../../src/catalogue/index.ts'
import { compile } from '../../src/compile.ts'
import { type CompiledModel, compileModel } from '../../src/compile-model.ts'
import { Dissected } from '../../src/copies/dissect.ts'
import { fingerprint } from '../../src/fingerprint.ts'
import type { IrExpr, IrFormula } from '../../src/lower/ir.ts'
import { normalText } from '../../src/lower/normal.ts'
import { readsOf } from '../../src/lower/reads.ts'
import { symbolOfKey } from '../../src/lower/sheets.ts'
import { cellSymbol } from '../../src/symbols.ts'

/** All formulas, copies among them, in the order of the source. */
export function expanded({ ir, copies }: CompiledModel): IrFormula[] {
  if (ir === undefined) return []
  const all = [...ir.formulas]
  for (let copy = 0; copy < copies.count; copy++) {
    const original = ir.formulas[copies.of[copy]!]!
    const apart = new Dissected(original.expr, ir.sheets, catalogue)
    const [target, number] = [copies.refsFrom[copy]!, copies.numbersFrom[copy]!]
    const refs = [...copies.refs.subarray(target + 2, target + 2 + apart.refs.length)]
    const numbers = [...copies.numbers.subarray(number, number + apart.numbers.length)]
    const expr = filled(original.expr, refs, numbers) as IrExpr
    expect([refs, numbers]).toEqual([[], []])
    const sheet = original.target[1] as number
    const [column, row] = [copies.refs[target]!, copies.refs[target + 1]!]
    const { always, maybe, regions, nearby, dynamic, volatile } = readsOf(expr, catalogue)
    const symbol = (key: number | string) =>
      typeof key === 'string' ? key : symbolOfKey(key, ir.sheets)
    all.push({
      ...original,
      id: cellSymbol(ir.sheets[sheet]!, column, row),
      target: ['cell', sheet, column, row],
      expr,
      reads: {
        always: always.map(symbol),
        maybe: maybe.map(symbol),
        regions,
        nearby,
        shifting: [],
        dynamic,
      },
      volatile,
      fingerprint: fingerprint(normalText(expr, ir.sheets, (call) => call)),
      line: copies.line[copy]!,
    })
  }
  return all.sort((a, b) => a.line - b.line)
}

/** Puts coordinates and numbers into an expression, in pre-order; takes them off the lists. */
function filled(expr: unknown, refs: number[], numbers: number[]): unknown {
  if (typeof expr === 'number') return numbers.shift()
  if (!Array.isArray(expr)) return expr
  const [tag, ...rest] = expr as [string, ...unknown[]]
  const inside = (part: unknown) => filled(part, refs, numbers)
  if (tag === 'cell' || tag === 'spill') return [tag, rest[0], ...refs.splice(0, 2)]
  if (tag === 'range') return [tag, rest[0], ...refs.splice(0, 4)]
  if (['local', 'dt', 'dur', 'name', 'cron', 'err', 'blank', 'ext'].includes(tag)) return expr
  if (tag === 'array') return [tag, rest[0], ...rest.slice(1).map(inside)]
  if (tag === 'lambda') return [tag, rest[0], inside(rest[1])]
  if (tag !== 'let' && tag !== 'with') return [tag, ...rest.map(inside)]
  const slots = rest.length - (tag === 'let' ? 1 : 2)
  return [tag, ...rest.map((part, at) => (at < slots && at % 2 === 0 ? part : inside(part)))]
}

/** Compiles both ways, compares everything that counts, and gives how many copies there are. */
export function copiesIn(source: string): number {
  const fast = compileModel(source)
  const slow = compile(source)
  expect(fast.diagnostics).toEqual(slow.diagnostics)
  expect(fast.ir === undefined).toBe(slow.ir === undefined)
  expect(expanded(fast)).toEqual(slow.ir?.formulas ?? [])
  if (slow.ir !== undefined)
    expect({ ...fast.ir, formulas: [] }).toEqual({ ...slow.ir, formulas: [] })
  expect(fast.model.source).toBe(source)
  return fast.copies.count
}

/** Lines of one kind: `line(1)` up to `line(count)`. */
export function repeated(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, at) => `${line(at + 1)}\n`).join('')
}
