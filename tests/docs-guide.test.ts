// Goal: the guide is true: its model is one, and its tests pass and can fail.
// Method: the model is put together from the page as a reader would, and its test file is run; then a wait is spoiled.

import { readFileSync } from 'node:fs'
import { runModelTests } from '@cellwake/engine'
import { compile, parse, print } from '@cellwake/language'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../docs/guide.md', import.meta.url), 'utf8')
const fences = (language: string) =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '')

const model = fences('grid').join('\n')
const file = { path: 'greenhouse.test.json', text: fences('json').join('') }

it('the model of the guide has nothing to mend and is in canonical form', () => {
  expect(fences('grid')).toHaveLength(2)
  expect(compile(model).diagnostics).toEqual([])
  expect(print(parse(model).model)).toBe(model)
})

it('the tests of the guide pass, and the one that waits fails when the wait is longer', async () => {
  const run = (source: string) => runModelTests([file], { readModel: () => source })
  expect(await run(model)).toMatchObject({ passed: 2, failed: 0 })
  const spoiled = model.replace('DEBOUNCE 5min', 'DEBOUNCE 6min')
  expect(spoiled).not.toBe(model)
  expect(await run(spoiled)).toMatchObject({ passed: 1, failed: 1 })
})
