// A rule's alert waits for a person, and then sets a cell, once. Start it with the model beside it:
//   npx cellwake dev examples/workflows --workflows examples/workflows/raise-limit.ts
//   npx cellwake set tank level=96
// The page of the workflow shows what is to be set, with the buttons; `npx cellwake workflows approve raise-limit` does the same.

import { workflow } from 'cellwake/workflows'

interface Alert {
  readonly event: string
  readonly args: readonly [level: number]
}

export const raiseLimit = workflow({
  name: 'raise-limit',
  title: 'Raise the limit of the tank',
  topics: { alerts: { shared: true } },
  tools: ['models.get', 'models.set'],
  consumers: {
    raise: {
      subscribe: ['alerts'],
      // The parameters are shown to a person, who has a day to answer.
      approval: { expires: '1d' },
      prepare: async (ctx) => {
        const [alert] = await ctx.peek<Alert>('alerts', { limit: 1 })
        if (alert === undefined) return { reservations: [] }
        const cells = await ctx.tools.models!.get!({ model: 'tank', symbols: ['limit'] })
        const { limit } = cells as { limit: number }
        const [level] = alert.payload.args
        return {
          reservations: [{ topic: 'alerts', ids: [alert.id] }],
          data: { limit: Math.max(limit, level) + 2 },
          ui: { title: `The tank is at ${level} %` },
        }
      },
      mutate: (ctx, { data }) => ctx.tools.models!.set!({ model: 'tank', set: data }),
    },
  },
})
