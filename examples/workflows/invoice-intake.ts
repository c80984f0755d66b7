// Invoices are polled from an HTTP API and filed in Postgres, each once, whatever fails on the way. It needs two connections:
//   npx cellwake connections add billing --url https://billing.example.com --token TOKEN
//   npx cellwake connections add books --url postgres://user:password@host/database
//   npx cellwake serve --workflows examples/workflows/invoice-intake.ts
// and in the database the table of invoices, and one for the keys of what was written:
//   CREATE TABLE invoices (id text PRIMARY KEY, customer text, amount numeric);
//   CREATE TABLE cellwake_mutations (key text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), rows integer);

import { workflow } from 'cellwake/workflows'

interface Invoice {
  readonly id: string
  readonly customer: string
  readonly amount: number
}

export const invoiceIntake = workflow({
  name: 'invoice-intake',
  title: 'Invoice intake',
  topics: { received: {}, filed: {} },
  tools: ['http', 'postgres'],
  connections: ['billing', 'books'],
  producers: {
    poll: {
      publishes: ['received'],
      schedule: { interval: '5m', jitter: '20s' },
      handler: async (ctx, state: { after: string } | undefined) => {
        const after = state?.after ?? ''
        const path = `invoices?after=${encodeURIComponent(after)}`
        const answer = await ctx.tools.http!({ connection: 'billing', path })
        const { body } = answer as { body: readonly Invoice[] }
        for (const { id, customer, amount } of body) {
          const title = `Invoice ${id}, ${customer}`
          const inputId = await ctx.registerInput({ source: 'billing', type: 'invoice', id, title })
          const payload = { id, customer, amount }
          // The id of the other side: an invoice that is polled again is the same event.
          await ctx.publish('received', { messageId: id, inputId, payload })
        }
        return { after: body.at(-1)?.id ?? after }
      },
    },
  },
  consumers: {
    file: {
      subscribe: ['received'],
      publishes: ['filed'],
      // One that cannot be filed is put aside after three tries, and the others go on.
      quarantineAfter: 3,
      prepare: async (ctx) => {
        const [event] = await ctx.peek<Invoice>('received', { limit: 1 })
        if (event === undefined) return { reservations: [] }
        const { id, customer } = event.payload
        return {
          reservations: [{ topic: 'received', ids: [event.id] }],
          data: event.payload,
          ui: { title: `File invoice ${id} of ${customer}` },
        }
      },
      mutate: (ctx, { data }) => {
        const { id, customer, amount } = data as Invoice
        return ctx.tools.postgres!({
          connection: 'books',
          execute: 'INSERT INTO invoices (id, customer, amount) VALUES ($1, $2, $3)',
          values: [id, customer, amount],
        })
      },
      next: async (ctx, { data, reservations }, { status }) => {
        if (reservations.length === 0) return
        const { id } = data as Invoice
        await ctx.publish('filed', { messageId: id, payload: { id, status } })
      },
    },
  },
})
