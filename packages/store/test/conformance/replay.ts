// The group number: the same one gets the same answers and has no second effect, on every driver.
// The driver is driven directly here, so this runs only where it does what it is told.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Act, CommitAct, Decision, Group, Outcome } from '../../src/acts.ts'
import { needsOf } from '../../src/acts.ts'
import { decideGroup } from '../../src/decide.ts'
import { Replica } from '../../src/replica.ts'
import { Tx } from '../../src/tx.ts'
import { TxRecord } from '../../src/tx-record.ts'
import type { Rig } from './rig.ts'
import { at, SPACE } from './support.ts'

export function replay(rig: () => Rig): void {
  let replica: Replica
  beforeEach(() => {
    replica = new Replica(false)
  })

  function commit(write: (tx: Tx) => void): CommitAct {
    let record = new TxRecord()
    const host = {
      doc: (space: string, id: string) => replica.doc(space, id),
      missing: () => {},
      commit: (written: TxRecord) => {
        record = written
        return { localSeq: 1, verdict: new Promise<never>(() => {}) }
      },
      seq: () => 0,
      report: () => {},
    }
    const tx = new Tx(host, {})
    write(tx)
    tx.commit()
    const written = record.docs.filter(({ ops }) => ops.length > 0)
    const layers = written.map(({ doc, ops }) => ({ doc, ops }))
    const rest = { localSeq: 1, at: 1_000, jitter: 0, changes: [], info: { by: 'test' } }
    return { kind: 'commit', record, options: {}, tx, layers, settle: () => {}, ...rest }
  }

  const claim = (worker: string): Act => ({
    kind: 'claim',
    due: { queues: ['q'], now: 1_000, limit: 5 },
    atMost: new Map(),
    worker,
    leaseMs: 500,
    settle: () => {},
  })

  const lease = (): Act => ({
    kind: 'lease',
    op: 'acquire',
    name: 'l',
    at: 1_000,
    ttlMs: 500,
    settle: () => {},
  })

  async function send(session: string, number: number, ...acts: Act[]): Promise<Outcome> {
    const group: Group = { session, number, since: await rig().driver().head(), acts }
    let outcome: Outcome | undefined
    await rig()
      .driver()
      .transact(needsOf(group), (rows) => {
        outcome = decideGroup(rows, group, replica)
        return outcome.arrival
      })
    return outcome!
  }

  /** Without what a resend need not repeat. */
  function answers(outcome: Outcome) {
    return outcome.decisions.map((decision: Decision) => {
      if (decision.kind === 'accepted') return decision.seq
      if (decision.kind === 'claimed') return decision.ids
      if (decision.kind === 'lease') return decision.answer
      return [decision.rejected.code, decision.rejected.existing]
    })
  }

  describe('replay', () => {
    const everything = () => [
      commit((tx) => {
        tx.write(at('d'), 1)
        tx.receipt({ id: 'r', value: { n: 1 } })
        tx.publish({ topic: 't', messageId: 'm' })
        tx.job({ op: 'add', id: 'j', queue: 'q' })
        tx.timer({ op: 'set', id: 't', at: 5 })
      }),
      commit((tx) => tx.receipt({ id: 'r' })),
      commit((tx) => tx.require({ type: 'entity-absent', space: SPACE, id: 'd' })),
      claim('w'),
      lease(),
    ]

    it('the same group gets the same answers', async () => {
      const first = await send('s', 1, ...everything())
      const again = await send('s', 1, ...everything())
      expect(answers(again)).toEqual(answers(first))
      expect(answers(first)).toEqual([
        1,
        ['receipt-exists', { seq: 1, value: { n: 1 } }],
        ['entity-absent', undefined],
        ['j'],
        { held: true, lease: { name: 'l', holder: 's', epoch: 1, expiresAt: 1_500 } },
      ])
    })

    it('the same group has no second effect', async () => {
      const driver = rig().driver()
      await send('s', 1, ...everything())
      const before = [await driver.stats(), await driver.head(), await driver.job('j')]
      await send('s', 1, ...everything())
      const after = [await driver.stats(), await driver.head(), await driver.job('j')]
      expect(after.slice(1)).toEqual(before.slice(1))
      expect({ ...Object(after[0]), bytes: 0 }).toEqual({ ...Object(before[0]), bytes: 0 })
    })

    it('the next group is decided anew', async () => {
      await send(
        's',
        1,
        commit((tx) => tx.write(at('d'), 1)),
      )
      const next = await send(
        's',
        2,
        commit((tx) => tx.write(at('d'), 2)),
      )
      expect(answers(next)).toEqual([2])
    })

    it('the same number of another session is decided anew', async () => {
      await send(
        's',
        1,
        commit((tx) => tx.write(at('d'), 1)),
      )
      const other = await send(
        'other',
        1,
        commit((tx) => tx.write(at('d'), 2)),
      )
      expect(answers(other)).toEqual([2])
    })

    it('the answers outlive what others do meanwhile', async () => {
      const act = () => commit((tx) => tx.receipt({ id: 'r', value: 'mine' }))
      const first = await send('s', 7, act())
      for (const number of [1, 2, 3]) {
        await send(
          'other',
          number,
          commit((tx) => tx.write(at('d'), number)),
        )
      }
      expect(answers(await send('s', 7, act()))).toEqual(answers(first))
    })

    it('the answers live as long as a session may: over a restart, unless the file is ours alone', async () => {
      const act = () => commit((tx) => tx.receipt({ id: 'r', value: 'mine' }))
      const first = await send('s', 7, act())
      await rig().restart()
      const { driver } = rig().driver().durability
      const expected =
        driver === 'sqlite' ? [['receipt-exists', { seq: 1, value: 'mine' }]] : answers(first)
      expect(answers(await send('s', 7, act()))).toEqual(expected)
    })

    it('a group that was given up has left nothing, and can be sent again', async () => {
      const group: Group = { session: 's', number: 1, since: 0, acts: everything() }
      const failing = async () =>
        rig()
          .driver()
          .transact(needsOf(group), (rows) => {
            decideGroup(rows, group, replica)
            throw new Error('given up')
          })
      await expect(failing()).rejects.toThrow('given up')
      expect(await rig().driver().head()).toBe(0)
      expect(await rig().driver().receipt('r')).toBeUndefined()
      expect(answers(await send('s', 1, ...everything()))[0]).toBe(1)
    })
  })
}
