// Goal: what the page about model tests shows is true. Method: every JSON example on it is run.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runText } from './support.ts'

const page = readFileSync(new URL('../../../../docs/model-tests.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text = '']) => [text] as const,
)

it('the page has examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(4)
})

it.each(examples)('an example passes: %#', async (text) => {
  const { cases } = await runText(text)
  expect(cases.length).toBeGreaterThan(0)
  expect(cases.flatMap(({ message }) => message ?? [])).toEqual([])
})
