// Goal: every example that the catalogue shows for a function of texts or addresses is true. Method:
// both sides of each are worked out and compared.
import { catalogue } from '@cellwake/language'
import { expect, it } from 'vitest'
import { functions, shown } from './evaluate.ts'

const examples = Object.keys(functions).flatMap((name) => [
  ...(catalogue.get(name)?.examples ?? []),
])

it.each(examples)('$formula is $result', ({ formula, result }) => {
  expect(shown(formula)).toStrictEqual(shown(result))
})

it('every text and web function of the catalogue is there', () => {
  const wanted = catalogue.names.filter((name) =>
    ['text', 'web'].includes(catalogue.get(name)!.category),
  )
  expect(Object.keys(functions).sort()).toStrictEqual([...wanted].sort())
})
