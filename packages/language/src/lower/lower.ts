// From a checked model to its intermediate representation, which is plain JSON.

import type { Checked, CheckedExternal, CheckedRule, Code } from '../check/facts.ts'
import { targetSymbol } from '../check/ownership.ts'
import { fingerprint } from '../fingerprint.ts'
import { type LineIndex, lineIndex } from '../lines.ts'
import type {
  Ir,
  IrCode,
  IrExpr,
  IrExternal,
  IrFormula,
  IrPublish,
  IrReads,
  IrRule,
  IrTarget,
  IrWrite,
} from './ir.ts'
import { normalText } from './normal.ts'
import { nothing, type ReadKey, type Reads } from './reads.ts'
import { symbolOfKey } from './sheets.ts'

/** A model with errors can be lowered too, as far as it was understood; `compile` does not. */
export function lower(checked: Checked): Ir {
  return new Representation(checked).ir()
}

/**
 * A hash of a formula's meaning: white space, comments, case, redundant parentheses and other spellings of the same do
 * not change it, nor do other formulas.
 */
export function formulaFingerprint(
  { sheets }: Pick<Ir, 'sheets'>,
  { expr }: Pick<IrFormula, 'expr'>,
): string {
  return fingerprint(textOf(expr, sheets))
}

/** An external call by the digits of its text, in any formula. */
function textOf(expr: IrExpr, sheets: readonly string[]): string {
  return normalText(expr, sheets, (symbol) => symbol.slice(symbol.lastIndexOf(':') + 1))
}

const none: readonly string[] = []

/** Of literals, which are most of a large model. */
const readsNothing: IrReads = {
  always: none,
  maybe: none,
  regions: [],
  nearby: [],
  shifting: [],
  dynamic: false,
}

class Representation {
  readonly #checked: Checked
  readonly #lines: LineIndex
  /** The line that was last asked for: most ask in the order of the text. */
  #line = 1

  constructor(checked: Checked) {
    this.#checked = checked
    this.#lines = lineIndex(checked.model.source)
  }

  ir(): Ir {
    const { header, sheets, formulas, rules, names } = this.#checked
    return {
      irVersion: 1,
      header,
      sheets,
      formulas: formulas.map((formula): IrFormula => {
        const { target, mode, fill, input, tag, span, expr, locals, reads } = formula
        // See performance: lists of formulas are written out
        return {
          id: this.#symbol(target),
          target,
          mode,
          fill,
          input,
          tag: tag ?? null,
          expr,
          locals,
          reads: this.#reads(reads),
          volatile: reads.volatile,
          line: this.#lineOf(span.start),
        }
      }),
      externals: [
        ...formulas.flatMap(({ externals, target }) =>
          externals.map((external) => this.#external(external, this.#symbol(target))),
        ),
        ...rules.flatMap(({ externals, id }) =>
          externals.map((external) => this.#external(external, id)),
        ),
      ],
      rules: rules.map((rule) => this.#rule(rule)),
      names: [...names.keys()].sort(),
    }
  }

  #rule(rule: CheckedRule): IrRule {
    const { id, kind, trigger, gate, policy, zone, span } = rule
    const code = (part: Code | null) => (part === null ? null : this.#code(part))
    const body = rule.body.map((action): IrWrite | IrPublish => {
      const line = this.#lineOf(action.span.start)
      if (action.kind === 'publish') {
        const { topic, event } = action
        return {
          kind: 'publish',
          topic,
          event,
          args: action.args.map((arg) => this.#code(arg)),
          line,
        }
      }
      const { target, tag } = action
      const written = { kind: 'write' as const, id: this.#symbol(target), target }
      return { ...written, tag: tag ?? null, ...this.#code(action), line }
    })
    return {
      id,
      kind,
      trigger: this.#code(trigger),
      gate: gate ? { kind: gate.kind, length: this.#code(gate.length), max: code(gate.max) } : null,
      policy: policy ? { kind: policy.kind, max: code(policy.max) } : null,
      zone: zone ?? null,
      body,
      fingerprint: fingerprint(
        [rule.text, ...rule.body.map((action) => this.#actionText(action))].join('\n'),
      ),
      line: this.#lineOf(span.start),
    }
  }

  #actionText(action: CheckedRule['body'][number]): string {
    if (action.kind === 'write')
      return `${this.#symbol(action.target)} ${action.tag ?? ''} ${this.#text(action)}`
    return `${action.topic}!${action.event} ${action.args.map((arg) => this.#text(arg)).join(' ')}`
  }

  #external(external: CheckedExternal, owner: string): IrExternal {
    const { symbol, fn, each, args, span } = external
    return {
      symbol,
      owner,
      fn,
      each,
      args: args.map((arg) => (arg === null ? null : this.#code(arg))),
      line: this.#lineOf(span.start),
    }
  }

  #code({ expr, locals, reads }: Code): IrCode {
    return { expr, locals, reads: this.#reads(reads), volatile: reads.volatile }
  }

  #lineOf(offset: number): number {
    const lines = this.#lines
    const isHere = offset >= lines.start(this.#line) && offset < lines.start(this.#line + 1)
    const isNext = offset >= lines.start(this.#line + 1) && offset < lines.start(this.#line + 2)
    if (!isHere) this.#line = isNext ? this.#line + 1 : lines.place(offset).line
    return this.#line
  }

  #reads(reads: Reads): IrReads {
    if (reads === nothing) return readsNothing
    const { always, maybe, regions, nearby, shifting, dynamic } = reads
    const symbol = (key: ReadKey) =>
      typeof key === 'string' ? key : symbolOfKey(key, this.#checked.sheets)
    return {
      always: always.map(symbol),
      maybe: maybe.length === 0 ? none : maybe.map(symbol),
      regions,
      nearby,
      shifting,
      dynamic,
    }
  }

  #text({ expr }: Code): string {
    return textOf(expr, this.#checked.sheets)
  }

  #symbol(target: IrTarget): string {
    return targetSymbol(target, this.#checked.sheets)
  }
}
