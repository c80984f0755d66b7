// Fixtures of a test case stand in for the providers of external functions. An entry that matches the
// arguments answers; entries of one function answer in order, and the last repeats.

import { catalogue as builtIn, type Catalogue, suggest } from '@cellwake/language'
import type { Duration } from '@cellwake/language/time'
import type { Json } from '@cellwake/runtime'
import { EngineError, ModelTestError } from '../errors.ts'
import { checkExpected } from './expectation.ts'
import { anyFieldsOf, fieldsOf, lengthOf, listOf, textOf } from './fields.ts'
import { parsedFile, type TestFile } from './test-file.ts'

export interface Fixture {
  /** Left out, any arguments match. */
  readonly args: readonly Json[] | undefined
  readonly answer: { readonly returns: Json } | { readonly fails: string }
  /** Left out, it answers at once. */
  readonly after: Duration | undefined
}

/** By the name of the function, in capitals. */
export type Fixtures = ReadonlyMap<string, readonly Fixture[]>

export function fixturesOf(json: Json | undefined): Fixtures {
  const fixtures = new Map<string, readonly Fixture[]>()
  if (json === undefined) return fixtures
  for (const [name, entries] of Object.entries(anyFieldsOf(json, '"functions"'))) {
    const what = `The fixtures of ${name}`
    fixtures.set(
      name.toUpperCase(),
      listOf(entries, what).map((entry, i) => fixtureOf(entry, `Fixture ${i + 1} of ${name}`)),
    )
  }
  return fixtures
}

/** The same outside of a test: a problem is a mistake in the request. */
export function givenFixtures(json: Json | undefined, catalogue?: Catalogue): Fixtures {
  return orRefused(() => {
    const fixtures = fixturesOf(json)
    mustBeExternal(fixtures, catalogue)
    return fixtures
  })
}

/** Nobody would ask a fixture of another name, and its answers would be missed in silence. */
export function mustBeExternal(fixtures: Fixtures, catalogue: Catalogue = builtIn): void {
  for (const name of fixtures.keys()) {
    const known = catalogue.get(name)
    if (known?.external !== undefined) continue
    const what =
      known === undefined
        ? `There is no function ${name} to have fixtures.`
        : `${name} is computed in the model, so nothing can stand in for it.`
    const external = catalogue.names.filter((one) => catalogue.get(one)?.external !== undefined)
    const near = suggest(name, external)
    const hint =
      near === undefined ? `The external ones are ${external.join(', ')}.` : `Did you mean ${near}?`
    throw new ModelTestError(`${what} ${hint}`)
  }
}

/** The fixtures of a file that holds nothing else. */
export function fixturesIn(file: TestFile): Json {
  return orRefused(() => parsedFile(file))
}

function orRefused<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ModelTestError)) throw error
    throw new EngineError('bad-fixtures', error.message)
  }
}

function fixtureOf(json: Json, what: string): Fixture {
  const fields = fieldsOf(json, what, ['args', 'returns', 'fails', 'after'])
  const returns = Object.hasOwn(fields, 'returns')
  if (returns === Object.hasOwn(fields, 'fails')) {
    throw new ModelTestError(`${what} either "returns" or "fails".`)
  }
  const args = fields.args === undefined ? undefined : listOf(fields.args, `"args" of ${what}`)
  if (args !== undefined) checkExpected(args, what)
  return {
    args,
    answer: returns ? { returns: fields.returns! } : { fails: textOf(fields.fails, what) },
    after: fields.after === undefined ? undefined : lengthOf(fields.after, `"after" of ${what}`),
  }
}
