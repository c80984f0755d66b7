// A scenario is a client's program. It must be one that can be run again from the start after a
// crash: every commit goes through `once`, `change` or `refused`, and every claim is looped over.

import type { StoreOptions } from '@cellwake/store'
import type { Client } from '../client.ts'

export interface Scenario {
  readonly name: string
  run(client: Client): Promise<void>
  /** Begins with a database that does not exist yet. */
  readonly fresh?: true
  readonly options?: Pick<StoreOptions, 'historyCommits' | 'finishedJobs' | 'eventsMs'>
}
