// The formulas of a source as text, for FORMULATEXT and for people who look at a cell.

import { parse, printExpression } from '@cellwake/language'

/** The right side of every assignment, by its target as it is spelled canonically. */
export function formulaTexts(
  source: string,
  spell: (target: string) => string,
): Map<string, string> {
  const texts = new Map<string, string>()
  for (const statement of parse(source).model.statements) {
    if (statement.type !== 'assignment') continue
    const { target, value } = statement
    texts.set(spell(source.slice(target.start, target.end)), printExpression(value))
  }
  return texts
}
