// Classes of the parts of a model, by the parser's tree: the measure for both grammars.

import { isWord } from '../../src/lexer/characters.ts'
import type { Argument, Expr, Model, Span, Statement } from '../../src/parser/ast.ts'
import { walk } from '../support/tree.ts'

export type TokenClass =
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'function'
  | 'cell'
  | 'name'
  | 'operator'
  | 'error'

export interface Classed {
  readonly at: number
  readonly is: TokenClass
}

type Node = Statement | Expr

/** Every literal, comment, keyword, function, reference, name and operator of a model. */
export function classesOf(model: Model): Classed[] {
  const text = new Text(model)
  const found = model.comments.flatMap(({ start, end }) => [
    part(start, 'comment'),
    part(end - 1, 'comment'),
  ])
  walk(model.statements, (node, parent) => {
    if (node.type === undefined) return
    const it = node as Node
    found.push(...statementParts(it, text), ...operatorParts(it, text), ...formParts(it, text))
    found.push(...(isApplied(it, parent) ? [part(it.start, 'function')] : operandParts(it)))
  })
  return found.sort((a, b) => a.at - b.at)
}

function part(at: number, is: TokenClass): Classed {
  return { at, is }
}

/** A name that holds a lambda, called: to a reader a function. */
function isApplied(node: Node, parent: Span | undefined): boolean {
  const { type, fn } = (parent ?? {}) as Partial<Extract<Expr, { type: 'apply' }>>
  return node.type === 'name' && type === 'apply' && fn === node
}

/** The text, and where the next token stands in it. */
class Text {
  readonly source: string
  private readonly comments: ReadonlyMap<number, number>

  constructor(model: Model) {
    this.source = model.source
    this.comments = new Map(model.comments.map(({ start, end }) => [start, end]))
  }

  /** The token of a part: a word of the language, or a sign. */
  behind({ end }: Span): Classed {
    let at = end
    for (;;) {
      const comment = this.comments.get(at)
      if (comment !== undefined) at = comment
      else if (/\s/.test(this.source.charAt(at))) at++
      else return this.wordOrSign(at)
    }
  }

  wordOrSign(at: number): Classed {
    return part(at, isWord(this.source.charAt(at)) ? 'keyword' : 'operator')
  }

  /** A key is a bare word or a text in quotes. */
  key({ start }: Span): Classed {
    return part(start, this.source.charAt(start) === '"' ? 'string' : 'name')
  }
}

function statementParts(node: Node, text: Text): Classed[] {
  switch (node.type) {
    case 'header':
    case 'end-model':
      return [part(node.start, 'keyword')]
    case 'assignment': {
      const { target, tag, modifier } = node
      const parts = [text.behind(tag ?? target)]
      if (tag !== undefined) parts.push(text.behind(target), part(tag.start, 'name'))
      if (modifier !== undefined)
        parts.push(part(modifier.start, 'keyword'), ...scheduleParts(modifier, text))
      return parts
    }
    case 'publish':
      // A topic is written like a sheet.
      return [
        part(node.topic.start, 'cell'),
        part(node.event.start, 'function'),
        ...argumentNames(node.args),
      ]
    case 'rule': {
      const gates = node.gates.flatMap(({ start, length, max }) => [
        part(start, 'keyword'),
        ...(max === undefined ? [] : [text.behind(length)]),
      ])
      const ends = [part(node.start, 'keyword'), part(node.end - 3, 'keyword')]
      return [...ends, ...gates, ...scheduleParts(node, text)]
    }
    default:
      return []
  }
}

function scheduleParts({ trigger, zone, policy }: Schedule, text: Text): Classed[] {
  const parts = zone === undefined ? [] : [text.behind(trigger)]
  return policy === undefined ? parts : [...parts, part(policy.start, 'keyword')]
}

type Schedule = Pick<Extract<Node, { type: 'rule' }>, 'trigger' | 'zone' | 'policy'>

function argumentNames(args: readonly Argument[]): Classed[] {
  return args.flatMap(({ name }) => (name === undefined ? [] : [part(name.start, 'name')]))
}

function operandParts(node: Node): Classed[] {
  switch (node.type) {
    case 'number':
      return [part(node.start, 'number')]
    case 'duration':
      return [part(node.start, node.raw.endsWith('"') ? 'string' : 'number')]
    case 'string':
    case 'template':
    case 'datetime':
    case 'cron':
      return [part(node.start, 'string'), part(node.end - 1, 'string')]
    case 'boolean':
    case 'blank':
    case 'position':
      return [part(node.start, 'keyword')]
    case 'error':
      return [part(node.start, 'error')]
    case 'cell':
    case 'range':
      return [part(node.start, 'cell')]
    case 'name':
    case 'hole':
      return [part(node.start, 'name')]
    default:
      return []
  }
}

function operatorParts(node: Node, text: Text): Classed[] {
  switch (node.type) {
    case 'unary':
      return [text.wordOrSign(node.start)]
    case 'percent':
    case 'spill':
      return [part(node.end - 1, 'operator')]
    case 'binary':
      return node.op === 'intersect' ? [] : [text.behind(node.left)]
    case 'is':
      return [text.behind(node.operand)]
    case 'choice':
      return [text.behind(node.condition), text.behind(node.then)]
    case 'tagged':
      return [text.behind(node.value), part(node.tag.start, 'name')]
    case 'field':
      return [part(node.field.start, 'name')]
    case 'column':
      return [part(node.column.start, 'name')]
    default:
      return []
  }
}

function formParts(node: Node, text: Text): Classed[] {
  switch (node.type) {
    case 'call':
      return [part(node.start, 'function'), ...argumentNames(node.args)]
    case 'match':
    case 'let':
      return [part(node.start, 'function')]
    case 'lambda': {
      const params = node.params.map(({ start }) => part(start, 'name'))
      return node.called ? [part(node.start, 'function'), ...params] : params
    }
    case 'object':
      return node.entries.map(({ key }) => text.key(key))
    case 'do':
    case 'case':
      return [part(node.start, 'keyword'), part(node.end - 3, 'keyword')]
    case 'with': {
      const names = node.bindings.map(({ name }) => part(name.start, 'name'))
      return [part(node.start, 'keyword'), ...names, text.behind(node.then)]
    }
    case 'try':
      return [part(node.start, 'keyword'), text.behind(node.value)]
    case 'select': {
      const columns = [...node.columns, ...node.orderBy.map(({ column }) => column)]
      const where = node.where === undefined ? [] : [text.behind(node.table)]
      const words = [part(node.start, 'keyword'), part(node.table.start, 'name')]
      return [...words, ...where, ...columns.map((column) => text.key(column))]
    }
    default:
      return []
  }
}
