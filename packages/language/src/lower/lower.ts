// From a checked model to its intermediate representation, which is plain JSON.

import type { Checked, CheckedExternal, CheckedRule, Code } from '../check/facts.ts'
import { targetSymbol } from '../check/ownership.ts'
import { fingerprint } from '../fingerprint.ts'
import { lineIndex } from '../lines.ts'
import type {
  Ir,
  IrCode,
  IrExternal,
  IrFormula,
  IrPublish,
  IrReads,
  IrRule,
  IrTarget,
  IrWrite,
} from './ir.ts'
import { normalText } from './normal.ts'
import type { ReadKey, Reads } from './reads.ts'
import { symbolOfKey } from './sheets.ts'

/** A model with errors can be lowered too, as far as it was understood; `compile` does not. */
export function lower(checked: Checked, lineOf = linesIn(checked.model.source)): Ir {
  return new Representation(checked, lineOf).ir()
}

function linesIn(source: string): (offset: number) => number {
  const lines = lineIndex(source)
  return (offset) => lines.place(offset).line
}

class Representation {
  readonly #checked: Checked
  readonly #lineOf: (offset: number) => number
  /** The hash of each external call, by its symbol. */
  readonly #calls = new Map<string, string>()

  constructor(checked: Checked, lineOf: (offset: number) => number) {
    this.#checked = checked
    this.#lineOf = lineOf
    for (const { externals } of [...checked.formulas, ...checked.rules])
      for (const { symbol, text } of externals) this.#calls.set(symbol, fingerprint(text))
  }

  ir(): Ir {
    const { header, sheets, formulas, rules, names } = this.#checked
    return {
      irVersion: 1,
      header,
      sheets,
      formulas: formulas.map((formula): IrFormula => {
        const { target, mode, fill, input, tag, span, expr, locals, reads } = formula
        // Written out: spreading an object first is ten times slower, and models are large.
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
          fingerprint: fingerprint(this.#text(formula)),
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

  #reads({ always, maybe, regions, nearby, shifting, dynamic }: Reads): IrReads {
    const symbol = (key: ReadKey) =>
      typeof key === 'string' ? key : symbolOfKey(key, this.#checked.sheets)
    return {
      always: always.map(symbol),
      maybe: maybe.map(symbol),
      regions,
      nearby,
      shifting,
      dynamic,
    }
  }

  #text({ expr }: Code): string {
    return normalText(expr, this.#checked.sheets, (symbol) => this.#calls.get(symbol) ?? symbol)
  }

  #symbol(target: IrTarget): string {
    return targetSymbol(target, this.#checked.sheets)
  }
}
