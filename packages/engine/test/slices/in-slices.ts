// Hosts whose models pause wherever they can, and whose turns a test counts and takes by hand.

import { Graph, nextTurn } from '@cellwake/scheduler'
import { MemoryDriver } from '@cellwake/store'
import { afterEach, beforeEach } from 'vitest'
import type { EngineOptions } from '../../src/engine.ts'
import { Slices } from '../../src/model/slices.ts'
import { type Host, openHost } from '../support/live.ts'

const { looks } = Graph.prototype

/** In every test of the file, each node that runs is the last of its slice. */
export function pauseAtEveryNode(): void {
  beforeEach(() => {
    Graph.prototype.looks = function (pause) {
      this.untilLook = 0
      return pause()
    }
  })
  afterEach(() => {
    Graph.prototype.looks = looks
  })
}

/** How far time has got, by looks at it, and how many turns were taken. */
export interface Turning {
  readonly slices: Slices
  turns: number
  /** While true, no turn comes. */
  stopped: boolean
  /** Lets them come. */
  go(): void
}

/** Every look at the time finds that the slice is over. */
export function turning({ workMs = Number.POSITIVE_INFINITY } = {}): Turning {
  let now = 0
  let waiting: (() => void)[] = []
  const made: Turning = {
    turns: 0,
    stopped: false,
    slices: new Slices({
      now: () => now++,
      sliceMs: 1,
      workMs,
      nextTurn: async () => {
        if (made.stopped) await new Promise<void>((resolve) => waiting.push(resolve))
        await nextTurn()
        made.turns++
      },
    }),
    go: () => {
      made.stopped = false
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
  return made
}

export async function slicedHost(
  turns: Turning,
  options: Partial<EngineOptions> = {},
  driver = new MemoryDriver(),
): Promise<Host> {
  return openHost(driver, { slices: turns.slices, ...options })
}
