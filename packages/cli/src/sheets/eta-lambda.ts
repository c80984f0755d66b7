// A function that is given to another one by its name alone, as in `BYROW(A1:C9, SUM)`: a file writes `_xleta.SUM`, the
// language a lambda.

import { catalogue } from '@cellwake/language'
import type { CallNode, ExcelNode } from './formula-nodes.ts'

/** Functions that call theirs with two values: what there is so far and the next, or a row and a column. */
const withTwo = new Set(['REDUCE', 'SCAN', 'MAKEARRAY'])

/** The lambda for a bare function among the arguments of a call; undefined for any other argument. */
export function etaLambda(
  arg: ExcelNode | undefined,
  { name, args }: CallNode,
): string | undefined {
  const fn = arg?.type === 'name' ? /^_xleta\.(.+)$/i.exec(arg.name)?.[1]?.toUpperCase() : undefined
  if (fn === undefined || catalogue.get(fn) === undefined) return undefined
  const count = withTwo.has(name) ? 2 : name === 'MAP' ? args.length - 1 : 1
  const params = Array.from({ length: count }, (_, i) => `value${count === 1 ? '' : `_${i + 1}`}`)
  return `LAMBDA(${params.join(', ')}, ${fn}(${params.join(', ')}))`
}
