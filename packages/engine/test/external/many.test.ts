// Goal: ten thousand external cells cost no more than they must: one template for one form, equal calls once, one
// commit for all that is finished. And a model without external calls does nothing for those that have some.
// Method: counters of templates, jobs, runs and commits.

import { describe, expect, it } from 'vitest'
import { templateOf } from '../../src/formulas/template.ts'
import type { LiveModel } from '../../src/model/live-model.ts'
import { deploy, type World, world } from './support.ts'

const CELLS = 10_000

function rows(line: (row: number) => string): string {
  return Array.from({ length: CELLS }, (_, i) => `${line(i + 1)}\n`).join('')
}

/** How many templates the cells of a column have, and how many their calls. */
function templatesIn({ graph }: LiveModel): [cells: number, calls: number] {
  const cells = new Set<unknown>()
  for (const node of graph.cells.grid.nodes()) {
    const template = templateOf(node)
    if (template !== null) cells.add(template)
  }
  const calls = new Set([...graph.calls.all].map(({ node }) => templateOf(node)))
  return [cells.size, calls.size]
}

/** Reports all jobs that wait as done, in few commits. */
async function finishAll(w: World): Promise<number> {
  let finished = 0
  for (;;) {
    const rows = await w.claim()
    if (rows.length === 0) break
    finished += rows.length
    const at = w.clock.now()
    await w.store.commit({
      jobs: rows.map(({ id, attempt }) => {
        return { op: 'done' as const, id, attempt, result: { value: 2, at } }
      }),
    })
  }
  await w.settle()
  return finished
}

describe('ten thousand external cells', () => {
  it('of one form share one template each for the cell and the call, and ask once for what is equal', async () => {
    const w = await world()
    const currencies = rows((row) => `A${row} = "C${row % 100}"`)
    const model = await deploy(
      w,
      currencies + rows((row) => `B${row} = FX_RATE(A${row}, "USD") * 3`),
    )
    expect(templatesIn(model)).toEqual([1, 1])
    expect(model.jobs.counts().statuses.queued).toBe(CELLS)
    expect(await finishAll(w)).toBe(100)
    expect(model.jobs.counts().statuses.ready).toBe(CELLS)
    expect(model.get(`B${CELLS}`)).toMatchObject({ value: 6, status: 'ready' })
  })

  it('with numbers in their calls share one template when there are many', async () => {
    const w = await world()
    const model = await deploy(
      w,
      rows((row) => `B${row} = ML_SCORE([${row}, 1])`),
    )
    const [, calls] = templatesIn(model)
    expect(calls).toBeLessThanOrEqual(17)
    expect(await finishAll(w)).toBe(CELLS)
  })

  it('of a rectangle share one template, each with its own request', async () => {
    const w = await world()
    const model = await deploy(
      w,
      `${rows((row) => `A${row} = ${row}`)}B1:B${CELLS} = ML_SCORE([LEFT]) + ROW_INDEX\n`,
    )
    expect(templatesIn(model)).toEqual([1, 1])
    expect(await finishAll(w)).toBe(CELLS)
    expect(model.get(`B${CELLS}`)).toMatchObject({ value: CELLS + 2 })
  })

  it('land in few commits, and each cell runs once for it', async () => {
    const w = await world()
    const model = await deploy(
      w,
      rows((row) => `B${row} = ML_SCORE([${row}])`),
    )
    model.takeRuns()
    const { rev } = model
    await finishAll(w)
    const runs = model.takeRuns()
    expect(runs.get('B1')).toBe(1)
    expect(runs.get(`B${CELLS}`)).toBe(1)
    // Ten claims of a thousand jobs, their ends, and what landed.
    expect(model.rev - rev).toBeLessThanOrEqual(30)
  })

  it('that get old together are refreshed with one commit', async () => {
    const w = await world()
    const model = await deploy(
      w,
      rows((row) => `B${row} = FX_RATE("C${row}", "USD")`),
    )
    await finishAll(w)
    const { rev } = model
    await w.advance(30_000)
    expect(model.rev).toBe(rev + 1)
    expect(model.jobs.counts().statuses.stale).toBe(CELLS)
  })
})

describe('a model without external calls', () => {
  it('has nothing that an edit would have to ask', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = 1\nB1 = A1 + 1\n')
    expect(model.external).toBeUndefined()
    expect(model.graph.calls.any).toBe(false)
    const { rev } = await model.set({ A1: 2 })
    expect(await w.store.commitInfo(rev)).toMatchObject({ info: { detail: { act: 'set' } } })
    expect(w.clock.pending).toBe(0)
  })
})
