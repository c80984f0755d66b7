// Search of functions, by category.

import type { FunctionView } from '@cellwake/client'
import { matchScore } from '../../app/match.ts'

export interface Category {
  readonly name: string
  readonly functions: readonly FunctionView[]
}

/** By name first, then by description; best matches first while there is a query. */
export function foundFunctions(all: readonly FunctionView[], typed: string): FunctionView[] {
  if (typed.trim() === '') return [...all]
  return all
    .map((fn) => {
      const byName = matchScore(typed, fn.name) * 2
      const byWords = matchScore(typed, `${fn.category} ${fn.description}`)
      return { fn, score: Math.max(byName, byWords > 1.5 ? byWords : 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ fn }) => fn)
}

export function categoriesOf(functions: readonly FunctionView[]): Category[] {
  const groups = new Map<string, FunctionView[]>()
  for (const fn of functions) groups.set(fn.category, [...(groups.get(fn.category) ?? []), fn])
  return [...groups].map(([name, members]) => ({ name: capital(name), functions: members }))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
