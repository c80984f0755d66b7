// The sheets of a model in the order in which its source assigns to them, as a workbook that was imported had them. A
// server counts Sheet1 as the first.

import { parse } from '@cellwake/language'

export function inOrder<Sheet extends { readonly name: string }>(
  sheets: readonly Sheet[],
  source: string,
): Sheet[] {
  const places = new Map<string, number>()
  for (const statement of parse(source).model.statements) {
    if (statement.type !== 'assignment') continue
    const { target } = statement
    if (target.type === 'name') continue
    const key = (target.sheet?.text ?? 'Sheet1').toLowerCase()
    if (!places.has(key)) places.set(key, places.size)
  }
  const placeOf = ({ name }: Sheet) => places.get(name.toLowerCase()) ?? places.size
  return [...sheets].sort((a, b) => placeOf(a) - placeOf(b))
}
