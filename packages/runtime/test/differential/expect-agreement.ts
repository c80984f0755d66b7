// The claims about a peer: every shared function agrees but for what is explained, every explanation is
// needed, and the comparison covers what it says.

import { describe, expect, it } from 'vitest'
import type { Difference } from './difference.ts'
import { differences } from './differences.ts'
import { callCount, compareWith, namesOf, type Report, sharedWith } from './differential.ts'
import type { Peer } from './peers.ts'

/** From so many calls on, what differs rarely has to show. */
const MANY_CALLS = 400

export function expectAgreement(peer: Peer, least: { functions: number; calls: number }): void {
  const names = sharedWith(peer)
  const entries = differences.filter((entry) => entry.peer === peer.name)
  const reports = new Map<string, Report>()
  const report = (name: string): Report => {
    const known = reports.get(name) ?? compareWith(peer, name)
    reports.set(name, known)
    return known
  }
  const explains = (entry: Difference, name: string) => report(name).used.has(entry)

  describe(`functions that ${peer.name} has too`, () => {
    it.each(names)('%s agrees, but for what is explained', (name) => {
      expect(report(name).unexplained).toEqual([])
    })

    it('have no explanation that explains nothing any more', () => {
      const idle = entries.flatMap((entry) => {
        if (entry.functions === '*') return names.some((name) => explains(entry, name)) ? [] : ['*']
        const sure = callCount < MANY_CALLS ? entry.functions.split(/\s+/) : namesOf(entry)
        const needless = sure.filter((name) => name !== '' && !explains(entry, name))
        return needless.map((name) => `${name}: ${entry.why}`)
      })
      expect(idle).toEqual([])
    })

    it('are explained only where they are compared', () => {
      const known = entries.filter(({ functions }) => functions !== '*').flatMap(namesOf)
      expect(known.filter((name) => !names.includes(name))).toEqual([])
    })

    it('are as many as they should be, and most calls agree as they are', () => {
      const calls = names.reduce((sum, name) => sum + report(name).calls, 0)
      const explained = names.reduce((sum, name) => sum + report(name).explained, 0)
      expect(names.length).toBeGreaterThanOrEqual(least.functions)
      expect(calls).toBeGreaterThanOrEqual(least.calls)
      expect(explained / calls).toBeLessThan(1 / 3)
    })
  })
}
