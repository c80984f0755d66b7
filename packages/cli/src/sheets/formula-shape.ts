// Shapes that a part of a formula may have, before anything is computed: several cells, or an array.

import { type ArgumentKind, catalogue, parameterAt } from '@cellwake/language'
import type { CallNode, ExcelNode } from './formula-nodes.ts'

/** Functions that give one of their arguments as it is: from that place on, each is what the whole is. */
export const passOn: Readonly<Record<string, number>> = {
  IF: 1,
  IFS: 1,
  CHOOSE: 1,
  SWITCH: 2,
  LET: 1,
}

/** Whether a computed reference may be to more than one cell. */
export function mayBeRange(node: ExcelNode): boolean {
  if (node.type === 'paren') return mayBeRange(node.value)
  if (node.type === 'binary') return node.op === ':'
  if (node.type !== 'call') return false
  const [first, second, third, height, width] = node.args
  switch (node.name) {
    case 'OFFSET': {
      const isWide = first?.type !== 'reference' || first.last !== undefined
      return height !== undefined || width !== undefined || (isWide && node.args.length < 5)
    }
    case 'INDIRECT':
      return first?.type === 'text' && first.value.includes(':')
    case 'INDEX':
      return first?.type === 'reference' && (isZero(second) || isZero(third))
    default:
      return false
  }
}

/** Whether what is computed from single values may still be an array. */
export function mayBeArray(node: ExcelNode): boolean {
  switch (node.type) {
    case 'array':
    case 'spill':
    case 'union':
      return true
    case 'paren':
      return mayBeArray(node.value)
    case 'binary':
      return node.op !== ':' && (mayBeArray(node.left) || mayBeArray(node.right))
    case 'prefix':
      return node.op !== '@' && mayBeArray(node.operand)
    case 'percent':
      return mayBeArray(node.operand)
    case 'call':
      return callMayBeArray(node)
    default:
      return false
  }
}

function callMayBeArray({ name, args }: CallNode): boolean {
  if (name === 'ROW' || name === 'COLUMN') {
    return args[0] !== undefined && maySpan(args[0])
  }
  const signature = catalogue.get(name)
  if (signature === undefined) return false
  if (signature.returns === 'array') return true
  return args.some(
    (arg, i) =>
      arg !== undefined &&
      (isSingle(parameterAt(signature, i)?.kind) || i >= (passOn[name] ?? 999)) &&
      mayBeArray(arg),
  )
}

/** Whether a place may be more than one cell. A name may stand for any. */
function maySpan(node: ExcelNode): boolean {
  if (node.type === 'reference') return node.last !== undefined
  if (node.type === 'call' && node.name === 'INDIRECT') {
    const [address] = node.args
    return address?.type !== 'text' || address.value.includes(':')
  }
  return node.type === 'name' || mayBeRange(node) || isWholeTable(node)
}

function isWholeTable(node: ExcelNode): boolean {
  return node.type === 'table' && !node.part.includes('@')
}

/** Whether a formula that is computed as an array may give more than one value. */
export function mayBeMany(node: ExcelNode): boolean {
  switch (node.type) {
    case 'reference':
      return node.last !== undefined
    case 'name':
    case 'table':
    case 'apply':
    case 'spill':
    case 'union':
    case 'array':
      return true
    case 'paren':
      return mayBeMany(node.value)
    case 'prefix':
      return node.op !== '@' && mayBeMany(node.operand)
    case 'percent':
      return mayBeMany(node.operand)
    case 'binary':
      return mayBeRange(node) || mayBeMany(node.left) || mayBeMany(node.right)
    case 'call':
      return callMayBeMany(node)
    default:
      return false
  }
}

function callMayBeMany(node: CallNode): boolean {
  const signature = catalogue.get(node.name)
  if (signature === undefined || signature.returns === 'array' || mayBeRange(node)) return true
  return node.args.some(
    (arg, i) =>
      arg !== undefined &&
      (isSingle(parameterAt(signature, i)?.kind) || i >= (passOn[node.name] ?? 999)) &&
      mayBeMany(arg),
  )
}

export function isSingle(kind: ArgumentKind | undefined): boolean {
  return kind !== undefined && kind !== 'array' && kind !== 'reference' && kind !== 'lambda'
}

function isZero(node: ExcelNode | undefined): boolean {
  return node?.type === 'number' && Number(node.text) === 0
}
