// Goal: a definition that is wrong is refused where it is written, with what to write instead. Method: examples.

import { catalogue, compile, withFunctions } from '@cellwake/language'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { defineFunction, type FunctionSpec, signatureOf } from '../src/define-function.ts'
import { WorkersError } from '../src/errors.ts'
import { Functions } from '../src/functions.ts'

const handler = () => 1
/** A definition as somebody without a compiler may write it. */
const define = (spec: Record<string, unknown>) =>
  defineFunction({ name: 'F', args: [], handler, ...spec } as unknown as FunctionSpec)

describe('defineFunction', () => {
  it('makes a function that formulas may call, with its policy', () => {
    const churn = defineFunction({
      name: 'churn_score',
      args: [{ name: 'features', kind: 'array' }],
      returns: 'number',
      tag: 'score',
      route: 'ml.churn',
      cache: { ttlMs: 60_000, maxStalenessMs: 600_000, refreshMode: 'background' },
      timeoutMs: 5_000,
      retry: { attempts: 5 },
      handler: async ([features], { signal }) => (signal.aborted ? 0 : (features?.length ?? 0)),
    })
    expect(signatureOf(churn)).toMatchObject({
      name: 'CHURN_SCORE',
      returns: 'number',
      tag: 'score',
      params: [{ name: 'features', kind: 'array', optional: false }],
      external: {
        route: 'ml.churn',
        ttlMs: 60_000,
        maxStalenessMs: 600_000,
        refresh: 'background',
        timeoutMs: 5_000,
        staleOnError: true,
        retry: { attempts: 5, backoffMs: 1_000 },
      },
    })
    const known = withFunctions(catalogue, [churn.signature])
    const { diagnostics } = compile('a = CHURN_SCORE([1, 2]) DEFAULT 0\n', { catalogue: known })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('has defaults that ask for nothing: no cache, ten seconds, a route of its own', () => {
    expect(define({}).signature.external).toEqual({
      route: 'custom.f',
      ttlMs: 0,
      maxStalenessMs: 0,
      refresh: 'blocking',
      timeoutMs: 10_000,
      staleOnError: false,
    })
    expect(define({ cache: { ttlMs: 1_000 } }).signature.external).toMatchObject({
      maxStalenessMs: 10_000,
      refresh: 'background',
      staleOnError: true,
    })
  })

  it('takes a timeout as text, and as milliseconds', () => {
    const timeouts = ['500ms', '5s', '2m', 'PT1M30S', 250].map(
      (timeout) => define({ timeout }).signature.external?.timeoutMs,
    )
    expect(timeouts).toEqual([500, 5_000, 120_000, 90_000, 250])
  })

  it('gives a handler the types of its arguments', () => {
    defineFunction({
      name: 'TAX',
      args: [
        { name: 'amount', kind: 'number' },
        { name: 'country', kind: 'text', optional: true },
        'rest',
      ],
      handler: ([amount, country]) => {
        expectTypeOf(amount).toEqualTypeOf<number | null>()
        expectTypeOf(country).toEqualTypeOf<string | null | undefined>()
        return amount
      },
    })
    expect(true).toBe(true)
  })

  it.each([
    [{ name: '1F' }, 'a name starts with a letter'],
    [{ name: 7 }, 'A function: a name starts with a letter'],
    [{ args: 'x' }, 'args is a list'],
    [{ args: [{ name: 'X' }] }, 'each argument has a name in small letters'],
    [{ args: [{ name: 'x', kind: 'lambda' }] }, 'the kind of x is one of any, number, text'],
    [{ args: [{ name: 'x', kind: 'string' }] }, 'the kind of x is one of'],
    [{ returns: 'reference' }, 'returns is one of'],
    [{ repeats: 2 }, 'repeats says how many'],
    [{ tag: 'My Tag' }, 'a tag is a word in small letters'],
    [{ route: 'My route' }, 'a route is words in small letters'],
    [{ cache: { ttlMs: -1 } }, 'cache.ttlMs is a number of milliseconds'],
    [{ cache: { ttlMs: '1s' } }, 'cache.ttlMs is a number of milliseconds'],
    [{ cache: { ttlMs: 10, maxStalenessMs: 5 } }, 'cache.maxStalenessMs is not less'],
    [{ cache: { ttlMs: 10, refreshMode: 'lazy' } }, "cache.refreshMode is 'background' or"],
    [{ staleOnError: 'yes' }, 'staleOnError is true or false'],
    [{ timeoutMs: 0 }, 'timeoutMs is 1 to 600_000'],
    [{ timeout: 'soon' }, 'timeoutMs is 1 to 600_000'],
    [{ timeout: -1 }, 'timeoutMs is 1 to 600_000'],
    [{ timeout: null }, 'timeoutMs is 1 to 600_000'],
    [{ timeoutMs: 5, timeout: '5s' }, 'not both'],
    [{ retry: { attempts: 0 } }, 'retry is such as'],
    [{ rateLimit: { calls: 1 } }, 'rateLimit is such as'],
    [{ rateLimit: 5 }, 'rateLimit is such as'],
    [{ concurrency: 0 }, 'concurrency is a whole number from 1'],
    [{ handler: 'x' }, 'handler is the function that answers'],
  ])('refuses %o', (spec, what) => {
    const make = () => define(spec)
    expect(make).toThrow(WorkersError)
    expect(make).toThrow(what)
  })

  it('two functions of one name are refused', () => {
    expect(() => new Functions([define({}), define({ name: 'f' })])).toThrow(
      'There is already a function F. Choose another name.',
    )
    expect(() => new Functions([define({ name: 'SUM' })])).toThrow(
      'There is already a function SUM. Choose another name.',
    )
  })
})
