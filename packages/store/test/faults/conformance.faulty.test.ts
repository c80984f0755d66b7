// The whole conformance suite on a database that loses requests and answers, is slow, and delivers
// twice. The store promises to hide all of it.

import { expect, it } from 'vitest'
import { FaultDriver, type FaultKind, seededPlan, TRANSIENT } from '../../src/testing/index.ts'
import { conformance } from '../conformance/conformance.ts'
import {
  type Data,
  makeRig,
  memoryData,
  type Rigs,
  sqliteData,
  withRigs,
} from '../conformance/rig.ts'

const SEED = 20_250_106
/** Of the operations, not of the cases: most cases meet a few. */
const RATE = 0.06

const injected = new Map<FaultKind, number>()

function faulty(name: string, data: () => Data): Rigs {
  let seed = SEED
  const drivers: FaultDriver[] = []
  return {
    name: `${name} with faults, seed ${SEED}`,
    make: () =>
      makeRig(name, data(), (driver) => {
        const wrapped = new FaultDriver(driver, seededPlan(++seed, { rate: RATE }))
        drivers.push(wrapped)
        return wrapped
      }),
    end: async () => {
      for (const driver of drivers.splice(0)) {
        for (const { fault } of driver.injected) {
          injected.set(fault.kind, (injected.get(fault.kind) ?? 0) + 1)
        }
      }
    },
  }
}

withRigs([faulty('memory', memoryData), faulty('sqlite', sqliteData)], conformance)

it('the suite met every transient fault', () => {
  expect([...injected.keys()].sort()).toEqual([...TRANSIENT].sort())
})
