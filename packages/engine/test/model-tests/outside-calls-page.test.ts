// Goal: what the page about outside calls shows is true. Method: its models are checked and printed as they stand, and
// its test is run; then the time that an old answer serves is exceeded by less, and it fails.

import { readFileSync } from 'node:fs'
import { compile, parse, print } from '@cellwake/language'
import { expect, it } from 'vitest'
import { runText } from './support.ts'

const page = readFileSync(new URL('../../../../docs/external.md', import.meta.url), 'utf8')
const fences = (language: string) =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '')

it.each(fences('grid'))('a model has nothing to mend and is in canonical form: %#', (model) => {
  expect(compile(model).diagnostics).toEqual([])
  expect(print(parse(model).model)).toBe(model)
})

it('the test passes, and would notice if an old answer served for longer', async () => {
  const [text = ''] = fences('json').filter((json) => json.includes('"cases"'))
  const messages = async (given: string) =>
    (await runText(given)).cases.flatMap(({ message }) => message ?? [])
  expect(await messages(text)).toEqual([])
  const spoiled = text.replace('"10min"', '"1min"')
  expect(spoiled).not.toBe(text)
  expect(await messages(spoiled)).toHaveLength(1)
})
