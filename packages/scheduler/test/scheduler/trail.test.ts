// Goal: a run that does what its last run did is cheaper and nothing else. Method: the same nodes beside themselves with
// a trace, under which no run is shortened, and each way in which a run may turn out otherwise.
import type { Tx, Value } from '@cellwake/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../src/tasks/task.ts'
import { at, num, taskOf, type World, world } from './support.ts'

/** A derived node of one output, with nothing between it and its transaction. */
function derived(w: World, name: string, run: (tx: Tx) => unknown): void {
  const spec = { kind: 'computation', derived: true, outputs: [at(name)] } as const
  w.s.register({ name, ...spec, run })
}

/** An effect that keeps what it was given. */
function effect(w: World, name: string, see: (tx: Tx) => unknown): void {
  const seen: unknown[] = []
  w.seen[name] = seen
  const gate = { noAutoDebounce: true }
  w.s.register({ name, kind: 'effect', run: (tx) => void seen.push(see(tx)) }, { gate })
}

/** So often that the run has a way of its own. */
async function settle(w: World): Promise<void> {
  for (const s of [1, 2, 3]) await w.change({ s })
}

const STEPS = [
  'read',
  'readIfOdd',
  'readPart',
  'readOwn',
  'readAgain',
  'write',
  'writeIfOdd',
  'writePart',
  'delete',
  'throwIfOdd',
  'commitInside',
  'look',
  'abortIfOdd',
  'commitIfOdd',
] as const

interface Step {
  readonly what: (typeof STEPS)[number]
  readonly from: number
}

function asNumber(value: Value | undefined): number {
  return typeof value === 'number' ? value : 1
}

/** Does what the steps say, and answers with what it made of what it read. */
function perform(
  w: World,
  tx: Tx,
  own: string,
  sources: readonly string[],
  steps: readonly Step[],
) {
  let sum = 0
  const read = (id: string, ...path: string[]) => {
    sum = (sum * 3 + asNumber(tx.read(at(id, ...path)))) % 101
  }
  for (const { what, from } of steps) {
    const source = sources[from % sources.length]!
    const isOdd = sum % 2 === 1
    if (what === 'read') read(source)
    else if (what === 'readIfOdd' && isOdd) read(source)
    else if (what === 'readPart') read('o', 'part')
    else if (what === 'readOwn') tx.read(at(own))
    else if (what === 'readAgain') {
      read(source)
      read(source)
    } else if (what === 'write') tx.write(at(own), sum)
    else if (what === 'writeIfOdd' && isOdd) tx.write(at(own), sum)
    else if (what === 'writePart') tx.write(at(own), { part: sum })
    else if (what === 'delete') tx.delete(at(own))
    else if (what === 'throwIfOdd' && isOdd) throw new Error(`${own} is odd`)
    else if (what === 'look') sum += tx.log().deep.length + tx.log().writes.length
    else if (what === 'abortIfOdd' && isOdd) tx.abort('odd')
    else if (what === 'commitIfOdd' && isOdd) tx.commit()
    else if (what === 'commitInside') {
      // It follows from an input alone, so it comes to rest.
      void w.store.edit((inner) => inner.write(at('inside'), asNumber(w.value('s0') as Value) % 3))
    }
  }
  return sum
}

describe('a run that does what its last run did', () => {
  it('does the same with a trace and without, whatever it does', async () => {
    const step = fc.record({ what: fc.constantFrom(...STEPS), from: fc.nat(9) })
    const nodes = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 5,
    })
    const change = fc.tuple(fc.constantFrom('s0', 's1', 'o'), fc.integer({ min: 0, max: 5 }))
    const changes = fc.array(change, { minLength: 4, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(nodes, changes, async (all, values) => {
        const worlds = [await world(), await world()] as const
        worlds[1].s.setTraceEnabled('run', true)
        for (const w of worlds) {
          all.forEach((steps, i) => {
            const before = Array.from({ length: i }, (_, j) => `n${j}`)
            const sources = ['s0', 's1', 'inside', ...before]
            derived(w, `n${i}`, (tx) => perform(w, tx, `n${i}`, sources, steps))
            effect(w, `e${i}`, (tx) => [tx.read(at(`n${i}`)), num(tx, 's0')])
          })
          await w.s.idle()
        }
        const told = (w: World) => ({
          values: all.map((_, i) => w.value(`n${i}`)),
          inside: w.value('inside'),
          seen: w.seen,
          errors: w.errors.map(({ name, error }) => `${name}: ${error.message}`),
          runs: all.map((_, i) => [w.s.getActionStats(`n${i}`), w.s.getActionStats(`e${i}`)]),
          total: w.s.getStats().runs,
        })
        for (const [id, value] of values) {
          for (const w of worlds) await w.change({ [id]: id === 'o' ? { part: value } : value })
          expect(told(worlds[0])).toEqual(told(worlds[1]))
        }
        for (const w of worlds) w.s.dispose()
      }),
      { numRuns: 250, seed: 20 },
    )
  })

  it('sees a document as it was when it first read it, though it changes meanwhile', async () => {
    const w = await world()
    const seen: number[][] = []
    effect(w, 'show', (tx) => {
      const first = num(tx, 's')
      if (first === 4) void w.store.edit((inner) => inner.write(at('s'), 40))
      seen.push([first, num(tx, 's'), num(tx, 't')])
    })
    await settle(w)
    seen.length = 0
    await w.change({ s: 4 })
    expect(seen[0]).toEqual([4, 4, 0])
    expect(seen.at(-1)).toEqual([40, 40, 0])
    expect(seen.every(([first, again]) => first === again)).toBe(true)
  })

  it('sees its own write, and may write again', async () => {
    const w = await world()
    const seen: unknown[] = []
    let again = false
    derived(w, 'a', (tx) => {
      tx.write(at('a'), num(tx, 's'))
      if (!again) return
      seen.push(tx.read(at('a')))
      tx.write(at('a'), 10 * num(tx, 'a'))
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    again = true
    await w.change({ s: 4 })
    expect(seen).toEqual([4])
    expect(w.seen.show!.at(-1)).toBe(40)
  })

  it('writes nothing when it throws, and runs again when what it read has changed', async () => {
    const w = await world()
    derived(w, 'a', (tx) => {
      const s = num(tx, 's')
      tx.write(at('a'), s)
      if (s === 4) throw new Error('four')
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    await w.change({ s: 4 })
    expect(w.value('a')).toBe(3)
    expect(w.errors.map(({ error }) => error.message)).toEqual(['four'])
    await w.change({ s: 5 })
    expect(w.value('a')).toBe(5)
  })

  it('is over when it has run: its transaction is closed, and tells what came of it', async () => {
    const w = await world()
    let kept: Tx | undefined
    derived(w, 'a', (tx) => {
      kept = tx
      tx.write(at('a'), num(tx, 's'))
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    expect(kept!.status()).toBe('committed')
    expect(() => kept!.read(at('s'))).toThrow(expect.objectContaining({ code: 'tx-closed' }))
    expect(() => kept!.write(at('a'), 1)).toThrow(expect.objectContaining({ code: 'tx-closed' }))
    const changes: unknown[] = []
    kept!.onSettled((result) => changes.push(result.rejected ?? result.changes))
    expect(changes).toEqual([[{ ...at('a'), before: 2, after: 3 }]])
    expect(kept!.log().writes).toEqual([])
    expect(kept!.log().deep.map(({ address }) => address)).toEqual([at('s')])
  })

  it('is closed once it gives up: then it reads and writes no more', async () => {
    const w = await world()
    const codes: unknown[] = []
    const codeOf = (fn: () => unknown) => {
      try {
        fn()
      } catch (error) {
        codes.push((error as { code: string }).code)
      }
    }
    let givesUp = false
    derived(w, 'a', (tx) => {
      const s = num(tx, 's')
      tx.write(at('a'), s)
      if (!givesUp) return
      tx.abort()
      codeOf(() => tx.read(at('s')))
      codeOf(() => tx.write(at('a'), s))
      codes.push(tx.status(), tx.log().writes.length)
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    givesUp = true
    await w.change({ s: 4 })
    expect(codes).toEqual(['tx-closed', 'tx-closed', 'failed', 1])
    expect(w.value('a')).toBe(3)
  })

  it('counts no failures of commits: a rejected one is followed by a run in full', async () => {
    const w = await world()
    let disturbs = false
    const conflicts: number[] = []
    derived(w, 'a', (tx) => {
      conflicts.push(taskOf(tx).conflicts)
      const s = num(tx, 's')
      if (disturbs) void w.store.edit((inner) => inner.write(at('s'), s + 1))
      disturbs = false
      tx.write(at('a'), s)
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    conflicts.length = 0
    disturbs = true
    await w.change({ s: 4 })
    await w.change({ s: 6 })
    expect(w.seen.show!.slice(-2)).toEqual([5, 6])
    expect(conflicts.slice(0, 2)).toEqual([0, 1])
    expect(conflicts.at(-1)).toBe(0)
  })

  it('carries its causes, derived or not, and keeps none of them for the next', async () => {
    const w = await world()
    const causes: unknown[] = []
    let a: Task | undefined
    derived(w, 'a', (tx) => {
      a = taskOf(tx)
      causes.push(tx.options.cause?.causes)
      tx.write(at('a'), num(tx, 's'))
    })
    effect(w, 'show', (tx) => {
      causes.push(tx.options.cause?.causes)
      return tx.read(at('a'))
    })
    await settle(w)
    causes.length = 0
    await w.change({ s: 4 })
    expect(causes).toEqual([[at('s')], [at('a')]])
    expect(a!.causes).toEqual([])
  })

  it('is followed until it waits: then it writes down what it read', async () => {
    const w = await world()
    let waits = false
    const seen: number[][] = []
    const run = (tx: Tx) => {
      const first = num(tx, 's')
      if (!waits) return undefined
      waits = false
      return Promise.resolve().then(async () => {
        await w.store.edit((inner) => inner.write(at('s'), 40))
        seen.push([first, num(tx, 's')])
      })
    }
    w.s.register({ name: 'show', kind: 'effect', run }, { gate: { noAutoDebounce: true } })
    await settle(w)
    waits = true
    await w.change({ s: 4 })
    expect(seen).toEqual([[4, 4]])
    expect(w.value('s')).toBe(40)
  })

  it('tells other subscribers of the store what it wrote, and who it was', async () => {
    const w = await world()
    const told: unknown[] = []
    let self: object | undefined
    derived(w, 'a', (tx) => {
      self = tx.options.source
      tx.write(at('a'), num(tx, 's'))
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    w.store.subscribe(({ type, source, changes }) => {
      told.push([type, source === self, changes[0]!.id, changes[0]!.after])
    })
    await w.change({ s: 4 })
    expect(told).toContainEqual(['commit', true, 'a', 4])
  })

  it('waits for a materializer that may write what it reads, also when it is computed', async () => {
    const w = await world()
    const seen: unknown[] = []
    w.s.register({
      name: 'm',
      kind: 'computation',
      envelope: [at('rows')],
      run: (tx) => tx.write(at('rows'), num(tx, 's')),
    })
    w.s.register({
      name: 'a',
      kind: 'computation',
      derived: true,
      outputs: [at('a')],
      declaredReads: [at('s'), at('rows')],
      compute: (s, rows) => {
        seen.push([s, rows])
        return Number(s) + Number(rows)
      },
    })
    effect(w, 'show', (tx) => tx.read(at('a')))
    await settle(w)
    seen.length = 0
    await w.change({ s: 4 })
    expect(seen).toEqual([[4, 4]])
  })
})
