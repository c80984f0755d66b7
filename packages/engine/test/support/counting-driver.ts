// A database that counts the documents of each group of commits, and can be held up.

import type { Arrival } from '@cellwake/store'
import type { Needs, Rows } from '@cellwake/store/testing'
import { HeldDriver } from './held-driver.ts'

export class CountingDriver extends HeldDriver {
  /** Documents that each group wrote. */
  readonly groups: number[] = []
  /** Events that each group published. */
  readonly published: number[] = []

  override transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    return super.transact(needs, (rows) => {
      let count = 0
      let events = 0
      const counting = new Proxy(rows, {
        get: (target, name) => {
          if (name === 'putDoc') count++
          if (name === 'putEvent') events++
          const member = Reflect.get(target, name) as unknown
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
      const arrival = body(counting)
      this.groups.push(count)
      this.published.push(events)
      return arrival
    })
  }
}
