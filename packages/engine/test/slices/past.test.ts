// Goal: readers of the past do not add up to one long turn of the event loop. Method: slices that count their turns, and
// several readers at once.

import { nextTurn } from '@cellwake/scheduler'
import { expect, it } from 'vitest'
import { Slices } from '../../src/model/slices.ts'
import { openHost } from '../support/live.ts'

it('each read of the past has a turn of its own, however short it is', async () => {
  let turns = 0
  const slices = new Slices({
    nextTurn: () => {
      turns++
      return nextTurn()
    },
  })
  const { engine } = await openHost(undefined, { slices })
  const { model } = await engine.deploy('A1 = 1\nB1 = A1 * 2\n', { id: 'm' })
  const { rev } = await model.set({ A1: 2 })
  await model.set({ A1: 3 })
  const before = turns
  const reads = await Promise.all(Array.from({ length: 5 }, () => model.cellsAt(['B1'], rev)))
  expect(reads.map(({ cells }) => cells.B1?.value)).toEqual([4, 4, 4, 4, 4])
  expect(turns - before).toBeGreaterThanOrEqual(5)
})
