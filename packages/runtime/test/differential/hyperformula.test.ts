// Goal: our functions do what Excel documents where another program can be asked. Method: generated
// calls, the same here and in the cells of HyperFormula, one in five with something odd in it; every
// difference is explained in a list. More calls with CELLWAKE_DIFFERENTIAL_CALLS.
import { describe, expect, it } from 'vitest'
import { functions } from '../../src/library.ts'
import { compareWith } from './differential.ts'
import { expectAgreement } from './expect-agreement.ts'
import { hyperformulaPeer } from './peers.ts'

expectAgreement(hyperformulaPeer, { functions: 370, calls: 14_000 })

describe('the comparison', () => {
  it('notices a function that is wrong in the ninth digit', () => {
    const planted = {
      ...functions,
      SLOPE: (args: Parameters<(typeof functions)['SLOPE']>[0]) => {
        const value = functions.SLOPE!(args)
        return typeof value === 'number' ? value * (1 + 1e-8) : value
      },
    }
    expect(compareWith(hyperformulaPeer, 'SLOPE', planted).unexplained.length).toBeGreaterThan(9)
  })

  it('notices a function that mixes up its arguments', () => {
    const planted = { ...functions, LEFT: functions.RIGHT! }
    expect(compareWith(hyperformulaPeer, 'LEFT', planted).unexplained.length).toBeGreaterThan(9)
  })

  it('notices an error that should be a value', () => {
    const planted = { ...functions, ABS: functions.SQRT! }
    expect(compareWith(hyperformulaPeer, 'ABS', planted).unexplained.length).toBeGreaterThan(9)
  })
})
