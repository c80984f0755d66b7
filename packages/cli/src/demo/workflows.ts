// The workflows of the demo: one asks a person before it sets a cell, one gathers alerts into batches, one sums up the hour.
// They consume the events of the models' rules.

import { type WorkflowDefinition, workflow } from '@cellwake/workflows'

interface Alert {
  readonly event: string
  readonly args: readonly unknown[]
}

const BATCH_EVENTS = 5
const BATCH_WAIT_MS = 120_000
const HOUR_MS = 3_600_000
const GUARD_STEP = 0.01

const marginRescue = workflow({
  name: 'margin-rescue',
  title: 'Give prices more room',
  topics: { alerts: { shared: true } },
  tools: ['models.get', 'models.set'],
  consumers: {
    rescue: {
      subscribe: ['alerts'],
      approval: { expires: '1d' },
      prepare: async (ctx) => {
        const alerts = await ctx.peek<Alert>('alerts')
        const low = alerts.filter(({ payload }) => payload.event === 'margin_floor')
        const reservations = [{ topic: 'alerts', ids: alerts.map(({ id }) => id) }]
        const last = low.at(-1)
        // Alerts of another kind are not its concern.
        if (last === undefined) return { reservations, data: null }
        const cells = await ctx.tools.models!.get!({ model: 'price-desk', symbols: ['guard'] })
        const guard = Number((cells as { guard: unknown }).guard)
        return {
          reservations,
          data: { guard: Math.round((guard + GUARD_STEP) * 100) / 100 },
          ui: { title: `${last.payload.args[1]} products below the floor` },
        }
      },
      mutate: (ctx, { data }) =>
        data === null
          ? undefined
          : ctx.tools.models!.set!({ model: 'price-desk', set: data as { guard: number } }),
    },
  },
})

const alertBatches = workflow({
  name: 'alert-batches',
  title: 'Alerts by the handful',
  topics: { alerts: { shared: true }, batches: {} },
  consumers: {
    gather: {
      subscribe: ['alerts'],
      publishes: ['batches'],
      prepare: async (ctx) => {
        const alerts = await ctx.peek<Alert>('alerts', { limit: BATCH_EVENTS })
        const [oldest] = alerts
        if (oldest === undefined) return { reservations: [] }
        const due = Date.parse(oldest.publishedAt) + BATCH_WAIT_MS
        if (alerts.length < BATCH_EVENTS && Date.parse(ctx.now) < due) {
          return { reservations: [], wakeAt: new Date(due).toISOString() }
        }
        return {
          reservations: [{ topic: 'alerts', ids: alerts.map(({ id }) => id) }],
          data: { first: oldest.id, events: alerts.map(({ payload }) => payload.event) },
          ui: { title: `${alerts.length} alerts` },
        }
      },
      next: async (ctx, { data, reservations }) => {
        if (reservations.length === 0) return
        const { first, events } = data as { first: string; events: string[] }
        await ctx.publish('batches', { messageId: first, payload: { events } })
      },
    },
  },
})

const hourInShort = workflow({
  name: 'hour-in-short',
  title: 'The hour in short',
  topics: { payments: { shared: true }, hours: {} },
  consumers: {
    sum: {
      subscribe: ['payments'],
      publishes: ['hours'],
      prepare: async (ctx, state: { readonly due: number } | undefined) => {
        const now = Date.parse(ctx.now)
        const next = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
        const due = state?.due ?? next
        if (now < due) return { data: { due }, wakeAt: new Date(due).toISOString() }
        const payments = await ctx.peek<Alert>('payments', { limit: 1000 })
        return {
          reservations: [{ topic: 'payments', ids: payments.map(({ id }) => id) }],
          data: { due: next, hour: ctx.now.slice(0, 13), count: payments.length },
          ui: { title: `${payments.length} payments` },
          wakeAt: new Date(next).toISOString(),
        }
      },
      next: async (ctx, { data, reservations }) => {
        const { due, hour, count } = data as { due: number; hour?: string; count?: number }
        if (hour !== undefined && reservations.length > 0) {
          await ctx.publish('hours', { messageId: hour, payload: { count: count ?? 0 } })
        }
        return { due }
      },
    },
  },
})

export const demoWorkflows: readonly WorkflowDefinition[] = [
  marginRescue,
  alertBatches,
  hourInShort,
]
