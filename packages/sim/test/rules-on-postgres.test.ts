// Goal: rules and time mean the same on Postgres as in memory. Method: the cases of the conformance file about
// time, each in a schema of its own. A host renews its lease every few seconds, and time passes as fast as the
// database answers that: so only cases that last for minutes.

import { readFileSync } from 'node:fs'
import { runModelTests } from '@cellwake/engine'
import { openDriver } from '@cellwake/store'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { inSchema } from '../src/targets.ts'
import { dropSchemas } from './support/drop-schemas.ts'

const postgresUrl = inject('postgresUrl')
const schema = `cellwake_rules_${process.pid}`
const path = 'rules-time.test.json'
const cases = new URL(`../../engine/test/conformance/${path}`, import.meta.url)

// Skipped only where there is no Postgres to test against.
describe.skipIf(postgresUrl === undefined)('rules on Postgres', () => {
  afterAll(() => dropSchemas(postgresUrl, schema))

  // A bound against hanging: the machine may be busy.
  it('pass the cases about time', { timeout: 300_000 }, async () => {
    let opened = 0
    const { cases: all } = JSON.parse(readFileSync(cases, 'utf8')) as { cases: unknown[] }
    const short = all.filter(
      (test) => !/"(advance|down)":"\d+(h|d|\dmin)"/.test(JSON.stringify(test)),
    )
    const files = [{ path, text: JSON.stringify({ cases: short }) }]
    const { cases: results } = await runModelTests(files, {
      readModel: String,
      openDriver: () => openDriver(inSchema(postgresUrl ?? '', `${schema}_${opened++}`)),
    })
    expect(results.length).toBeGreaterThanOrEqual(30)
    expect(results.filter(({ ok }) => !ok)).toEqual([])
  })
})
