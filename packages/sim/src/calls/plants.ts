// Bugs in the life of a call, planted on purpose.

import type { Store } from '@cellwake/store'

export const CALL_PLANTS = ['job-after-commit', 'landed-twice', 'landed-without-epoch'] as const
export type CallPlant = (typeof CALL_PLANTS)[number]

export function plantInCalls(store: Store, plant: CallPlant): void {
  const commit = store.commit.bind(store)
  const isLanding = (write: Parameters<typeof commit>[0]['write']) =>
    write?.some(({ at }) => at.id.startsWith('@')) === true
  store.commit = async (spec, options) => {
    const { jobs, expect: _, ...rest } = spec
    if (plant === 'job-after-commit' && jobs?.some(({ op }) => op === 'add') === true) {
      const { jobs: __, ...without } = spec
      const result = await commit(without, options)
      if (result.rejected === undefined)
        await commit({ jobs, ...(spec.cause && { cause: spec.cause }) })
      return result
    }
    if (!isLanding(spec.write)) return await commit(spec, options)
    if (plant === 'landed-without-epoch')
      return await commit({ ...rest, ...(jobs && { jobs }) }, options)
    const result = await commit(spec, options)
    if (plant === 'landed-twice' && result.rejected === undefined) {
      const write = spec.write?.map(({ at, value }) =>
        at.id.startsWith('@') ? { at, value: { ...Object(value), again: true } } : { at, value },
      )
      await commit({ ...spec, ...(write && { write }) } as typeof spec)
    }
    return result
  }
}
