// A batch: ten readings, or whatever there is a minute after the oldest came. Start it, and publish:
//   npx cellwake serve --workflows examples/workflows/batch-upload.ts
//   curl -s localhost:4755/api/topics/readings/events -H 'content-type: application/json' -d '{"messageId": "r1", "payload": 20.5}'

import { workflow } from 'cellwake/workflows'

const SIZE = 10
const WAIT_MS = 60_000

export const batchUpload = workflow({
  name: 'batch-upload',
  title: 'Upload readings in batches',
  topics: { readings: {} },
  tools: ['log'],
  consumers: {
    upload: {
      subscribe: ['readings'],
      prepare: async (ctx) => {
        const waiting = await ctx.peek<number>('readings', { limit: SIZE })
        const [oldest] = waiting
        if (oldest === undefined) return { reservations: [] }
        const due = Date.parse(oldest.publishedAt) + WAIT_MS
        if (waiting.length < SIZE && Date.parse(ctx.now) < due) {
          return { reservations: [], wakeAt: new Date(due).toISOString() }
        }
        const values = waiting.map(({ payload }) => payload)
        await ctx.tools.log!({ message: `${values.length} readings`, data: values })
        return { reservations: [{ topic: 'readings', ids: waiting.map(({ id }) => id) }] }
      },
    },
  },
})
