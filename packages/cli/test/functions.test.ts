// Goal: `cellwake functions` finds a function and explains it, and says why when there is none.
// Method: the program, its longest output as a child, and the catalogue beside it.

import { fileURLToPath } from 'node:url'
import { catalogue } from '@cellwake/language'
import { describe, expect, it, vi } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake } from './support.ts'

const examples = new URL('../../../examples/', import.meta.url)

describe('functions', () => {
  it('lists every function with a line of text, by category', async () => {
    const { code, out } = await cellwake(['functions'])
    expect(code).toBe(0)
    for (const name of catalogue.names) expect(out).toMatch(new RegExp(`^  ${name}  +\\S`, 'm'))
    expect(out).toMatch(/^lookup \d+ functions$/m)
    expect(out).toContain(`${catalogue.names.length} functions.`)
  })

  it('lists one category, for machines too', async () => {
    const { out } = await inProcess(['functions', '--category', 'external', '--json'])
    const { functions } = JSON.parse(out)
    expect(functions.map(({ name }: { name: string }) => name)).toContain('FX_RATE')
    for (const one of functions) expect(one).toMatchObject({ category: 'external', external: true })
    const wrong = await inProcess(['functions', '--category', 'maths'])
    expect(wrong.code).toBe(2)
    expect(wrong.err).toContain('math')
  })

  it('explains one: signature, text, arguments, examples', async () => {
    const { code, out } = await inProcess(['functions', 'sumifs'])
    expect(code).toBe(0)
    expect(out).toContain(
      'SUMIFS(sum_range, criteria_range1, criteria1, [criteria_range2, criteria2], …)',
    )
    expect(out).toMatch(/^ {2}criteria1 +any$/m)
    expect(out).toContain('The last 2 arguments may be repeated, together.')
    expect(out).toMatch(/^ {2}SUMIFS\(.*→ \d/m)
    const json = JSON.parse((await inProcess(['functions', 'sumifs', '--json'])).out)
    expect(json).toMatchObject({ name: 'SUMIFS', repeats: 2, returns: 'number' })
  })

  it('a mistyped name gets the near one, and 1', async () => {
    const { code, err } = await inProcess(['functions', 'XLOKUP'])
    expect(code).toBe(1)
    expect(err).toBe('There is no function XLOKUP. Did you mean XLOOKUP?\n')
    const json = JSON.parse((await inProcess(['functions', 'XLOKUP', '--json'])).out)
    expect(json).toMatchObject({ name: 'XLOKUP', near: 'XLOOKUP' })
  })

  it('functions that the settings name are known to every command, without a flag', async () => {
    const manifest = fileURLToPath(new URL('model-host/manifest.json', examples))
    const own = fileURLToPath(new URL('own-functions/functions.ts', examples))
    vi.stubEnv('CELLWAKE_OUTSIDE', JSON.stringify({ modelHosts: [manifest] }))
    vi.stubEnv('CELLWAKE_FUNCTIONS', own)
    expect((await inProcess(['functions', 'CHURN_SCORE'])).out).toContain('How likely it is')
    expect((await inProcess(['functions', 'tax'])).out).toContain('TAX(amount, country) → number')
    const models = ['model-host/churn.grid', 'own-functions/invoice.grid']
    const files = models.map((name) => fileURLToPath(new URL(name, examples)))
    expect(await inProcess(['check', ...files])).toMatchObject({ code: 0 })
    vi.stubEnv('CELLWAKE_OUTSIDE', JSON.stringify({ modelHosts: [{ host: 'http://127.0.0.1:1' }] }))
    expect((await inProcess(['functions', 'TAX'])).err).toContain('outside.modelHosts: A manifest')
    vi.unstubAllEnvs()
  })

  it('a function of Excel that is left out answers with the reason', async () => {
    const { code, err } = await inProcess(['functions', 'webservice'])
    expect(code).toBe(1)
    expect(err).toContain('WEBSERVICE is not a function here. Fetch with HTTP_JSON')
  })

  it.each(['check', 'fmt', 'functions'])('%s --help has an example', async (name) => {
    const { code, out } = await inProcess([name, '--help'])
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`Examples?:\\n {2}cellwake ${name} `))
  })
})
