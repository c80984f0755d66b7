// Splits the representation of a model into forms and the references of formulas. Formulas that differ only in the
// places of their cells and ranges share a form: its code is made once, however many there are.

import {
  type Catalogue,
  fillAreas,
  type Ir,
  type IrCode,
  type IrExpr,
  type IrFormula,
  type IrReads,
  type IrTarget,
  type Signature,
} from '@cellwake/language'
import type { ZoneTable } from '../context.ts'
import type {
  Form,
  Program,
  ProgramCode,
  ProgramExternal,
  ProgramFormula,
  ProgramRule,
  ProgramSignature,
  Target,
} from '../interpret/program.ts'
import { abstractOf } from './abstract.ts'
import { numbersApart, numbersThatVary } from './numbers.ts'

export interface ProgramParts {
  readonly catalogue: Catalogue
  /** The model's zone, as a table. */
  readonly zone: ZoneTable
  /** Whether runs are counted, for tests. */
  readonly countsRuns?: boolean
  /** The sheet's prefix of a symbol: `sheetPrefix` of the language. */
  prefixOf(sheet: string): string
  /** The formula of a symbol as text, for models that ask for it. */
  textOf(symbol: string): string | undefined
}

export function makeProgram(ir: Ir, parts: ProgramParts): Program {
  return new Maker(ir, parts).make()
}

class Maker {
  readonly #ir: Ir
  readonly #parts: ProgramParts
  readonly #forms: Form[] = []
  /** Of each form the formulas, with their numbers. */
  readonly #numbered: { readonly places: number[]; readonly numbers: readonly number[] }[][] = []
  readonly #byText = new Map<string, number>()
  readonly #signatures = new Map<string, ProgramSignature>()
  readonly #placed: ReadonlySet<string>

  constructor(ir: Ir, parts: ProgramParts) {
    this.#ir = ir
    this.#parts = parts
    this.#placed = new Set(ir.externals.filter(({ each }) => each).map(({ symbol }) => symbol))
  }

  make(): Program {
    const ir = this.#ir
    const { zone, prefixOf } = this.#parts
    const formulas = ir.formulas.flatMap((formula) => this.#formulas(formula))
    const externals = ir.externals.map((external) => this.#external(external))
    const rules = ir.rules.map((rule) => this.#rule(rule))
    this.#keepNumbers()
    return {
      programVersion: 1,
      sheets: ir.sheets.map((name) => ({ name, prefix: prefixOf(name) })),
      zone,
      signatures: Object.fromEntries(this.#signatures),
      forms: this.#forms,
      formulas,
      externals,
      rules,
      tellsRuns: this.#parts.countsRuns === true && this.#isSteady(),
      names: ir.names,
      texts: this.#texts(),
    }
  }

  /** Formulas that are volatile or have external calls are evaluated until all agree, so their runs there say nothing. */
  #isSteady(): boolean {
    const { externals, formulas } = this.#ir
    return externals.length === 0 && !formulas.some(({ volatile }) => volatile)
  }

  #formulas(formula: IrFormula): ProgramFormula[] {
    const { target, mode, input, tag, fill, expr } = formula
    const own = { mode, input, tag: tag ?? '' }
    // Of a large model most are numbers.
    if (input && !fill && typeof expr !== 'object') {
      return [
        { form: -1, places: [], externals: [], target: targetOf(target), ...own, literal: expr },
      ]
    }
    if (!fill || target[0] !== 'range')
      return [{ ...this.#code(formula), target: targetOf(target), ...own }]
    const [, sheet, column, row, lastColumn, lastRow] = target
    const within = [column, row, lastColumn, lastRow] as const
    if (input) {
      const whole = ['range', sheet, column, row, lastColumn, lastRow] as const
      return [{ ...this.#code(formula), target: whole, ...own, fill: { within, moves: [] } }]
    }
    return fillAreas(formula.expr, target).map((area) => {
      const part = ['range', sheet, area.column, area.row, area.lastColumn, area.lastRow] as const
      const code = this.#code({ ...formula, expr: area.expr })
      return { ...code, target: part, ...own, fill: { within, moves: this.#movesOf(area.expr) } }
    })
  }

  #movesOf(expr: IrExpr): readonly number[] {
    return abstractOf(expr, this.#parts.catalogue, () => false).moves
  }

  #external({ symbol, fn, each, args, owner }: Ir['externals'][number]): ProgramExternal {
    const locals = Math.max(0, ...args.map((arg) => arg?.locals ?? 0))
    const expr = ['call', fn, ...args.map((arg) => arg?.expr ?? null)] as unknown as IrExpr
    const codeOf = (own: IrExpr) =>
      this.#code({ expr: own, locals, reads: NO_READS, volatile: false })
    const own = { symbol, fn, each, code: codeOf(expr) }
    const formula = this.#ir.formulas.find(({ id }) => id === owner)
    if (!each || formula === undefined) return own
    const { target, fill } = formula
    if (!fill || target[0] !== 'range') return { ...own, target: targetOf(target) }
    const [, sheet, column, row, lastColumn, lastRow] = target
    const within = [column, row, lastColumn, lastRow] as const
    const areas = fillAreas(expr, target).map((area) => ({
      ...codeOf(area.expr),
      target: ['range', sheet, area.column, area.row, area.lastColumn, area.lastRow] as const,
      fill: { within, moves: this.#movesOf(area.expr) },
    }))
    return { ...own, target: targetOf(target), areas }
  }

  #rule(rule: Ir['rules'][number]): ProgramRule {
    const { id, kind, gate, policy } = rule
    return {
      id,
      kind,
      trigger: this.#code(rule.trigger),
      ...(gate === null ? {} : { length: this.#code(gate.length) }),
      ...(gate === null || gate.max === null ? {} : { lengthMax: this.#code(gate.max) }),
      ...(policy === null || policy.max === null ? {} : { policyMax: this.#code(policy.max) }),
      body: rule.body.map((action) => {
        if (action.kind === 'publish') {
          const { topic, event, args } = action
          return { kind: 'publish', topic, event, args: args.map((arg) => this.#code(arg)) }
        }
        const { target, tag } = action
        return {
          ...this.#code(action),
          kind: 'write',
          id: action.id,
          target: targetOf(target),
          tag: tag ?? '',
        }
      }),
    }
  }

  #code({ expr: whole, locals, reads, volatile }: IrCode): ProgramCode {
    const { expr, numbers } = numbersApart(whole, locals)
    const abstract = abstractOf(expr, this.#parts.catalogue, (symbol) => this.#placed.has(symbol))
    for (const signature of abstract.signatures) this.#keep(signature)
    const nearby = nearbyOf(reads)
    const text = JSON.stringify([abstract.text, locals, volatile, nearby])
    let form = this.#byText.get(text)
    if (form === undefined) {
      form = this.#forms.length
      this.#byText.set(text, form)
      this.#numbered.push([])
      const { maybes, sheets, ranges, names, dynamic, subtotal, placed } = abstract
      this.#forms.push({
        expr: withoutNull(expr),
        locals,
        maybes,
        sheets,
        ranges,
        names,
        nearby,
        dynamic,
        volatile,
        subtotal,
        placed,
      })
    }
    const places = [...abstract.places]
    this.#numbered[form]!.push({ places, numbers })
    return { form, places, externals: abstract.externals }
  }

  /** Numbers that differ stand behind the places of each formula. */
  #keepNumbers(): void {
    for (const [i, formulas] of this.#numbered.entries()) {
      const form = this.#forms[i]!
      const all = formulas.map(({ numbers }) => numbers)
      const { expr, varying } = numbersThatVary(form.expr, form.locals, all)
      const numbers = varying.length
      this.#forms[i] = { ...form, expr, ...(numbers > 0 && { numbers }) }
      for (const { places, numbers } of formulas) places.push(...varying.map((at) => numbers[at]!))
    }
  }

  #keep({ name, params, repeats, seesErrors, external, tag }: Signature): void {
    if (this.#signatures.has(name)) return
    this.#signatures.set(name, {
      name,
      params: params.map((param) => ({
        name: param.name,
        kind: param.kind,
        optional: param.optional,
      })),
      repeats,
      seesErrors,
      ...(external === undefined ? {} : { external: policyOf(external) }),
      ...(tag === undefined ? {} : { tag }),
    })
  }

  #texts(): [string, string][] {
    if (!this.#signatures.has('FORMULATEXT')) return []
    const found: [string, string][] = []
    for (const { id, target, input } of this.#ir.formulas) {
      if (input) continue
      for (const symbol of target[0] === 'range' ? this.#symbolsOf(target) : [id]) {
        const text = this.#parts.textOf(symbol)
        if (text !== undefined) found.push([symbol, text])
      }
    }
    return found
  }

  #symbolsOf(target: IrTarget): string[] {
    if (target[0] !== 'range') return []
    const [, sheet, column, row, lastColumn, lastRow] = target
    const prefix = this.#parts.prefixOf(this.#ir.sheets[sheet]!)
    const symbols: string[] = []
    for (let c = column; c <= lastColumn; c++) {
      for (let r = row; r <= lastRow; r++) symbols.push(`${prefix}${lettersOf(c)}${r}`)
    }
    return symbols
  }
}

const NO_READS: IrReads = {
  always: [],
  maybe: [],
  regions: [],
  nearby: [],
  shifting: [],
  dynamic: false,
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? lettersOf(Math.floor((column - 1) / 26)) + last : last
}

function targetOf(target: IrTarget): Target {
  if (target[0] === 'name') return target
  if (target[0] === 'cell') return ['cell', target[1], target[2], target[3]]
  const [, sheet, column, row, lastColumn, lastRow] = target
  return ['range', sheet, column, row, lastColumn, lastRow]
}

function policyOf(
  external: NonNullable<Signature['external']>,
): NonNullable<ProgramSignature['external']> {
  const { route, ttlMs, maxStalenessMs, refresh, staleOnError, mutates } = external
  return {
    route,
    ttlMs,
    maxStalenessMs,
    refresh,
    staleOnError,
    ...(mutates === true ? { mutates } : {}),
  }
}

/** Single cells that every evaluation reads. */
function nearbyOf({ nearby }: IrReads): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  for (const [columns, rows, lastColumns, lastRows, always] of nearby) {
    if (always === 1 && columns === lastColumns && rows === lastRows) found.push([columns, rows])
  }
  return found
}

/** Lua has no null: an argument that is left out is a form of its own. */
function withoutNull(expr: IrExpr): IrExpr {
  const walk = (part: unknown): unknown => {
    if (part === null) return ['none']
    return Array.isArray(part) ? part.map(walk) : part
  }
  return walk(expr) as IrExpr
}
