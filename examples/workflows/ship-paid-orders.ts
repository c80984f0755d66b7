// Two topics that belong together: an order is shipped when its payment has come, whichever comes first. Start it, and publish:
//   npx cellwake serve --workflows examples/workflows/ship-paid-orders.ts
//   curl -s localhost:4755/api/topics/orders/events -H 'content-type: application/json' -d '{"messageId": "o-7", "payload": {"order": 7, "to": "Ann"}}'
//   curl -s localhost:4755/api/topics/payments/events -H 'content-type: application/json' -d '{"messageId": "p-1", "payload": {"order": 7}}'

import { workflow } from 'cellwake/workflows'

export const shipPaidOrders = workflow({
  name: 'ship-paid-orders',
  title: 'Ship what is paid',
  topics: { orders: {}, payments: {}, shipped: { shared: true } },
  consumers: {
    match: {
      subscribe: ['orders', 'payments'],
      publishes: ['shipped'],
      prepare: async (ctx) => {
        const orders = await ctx.peek<{ order: number; to: string }>('orders', { limit: 1000 })
        const payments = await ctx.peek<{ order: number }>('payments', { limit: 1000 })
        for (const payment of payments) {
          const order = orders.find(({ payload }) => payload.order === payment.payload.order)
          if (order === undefined) continue
          return {
            reservations: [
              { topic: 'orders', ids: [order.id] },
              { topic: 'payments', ids: [payment.id] },
            ],
            data: order.payload,
          }
        }
        // Nothing fits together yet: the next event wakes it.
        return { reservations: [] }
      },
      next: async (ctx, { reservations, data }) => {
        if (reservations.length === 0) return
        const { order, to } = data as { order: number; to: string }
        await ctx.publish('shipped', { messageId: `order-${order}`, payload: { order, to } })
      },
    },
  },
})
