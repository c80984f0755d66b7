// A mail every morning at nine with what was published since. It needs a connection to a mail server:
//   npx cellwake connections add mail --url smtps://me%40example.com:PASSWORD@smtp.example.com
//   DIGEST_TO=me@example.com npx cellwake serve --workflows examples/workflows/daily-digest.ts

import { workflow } from 'cellwake/workflows'

const to = process.env.DIGEST_TO ?? 'me@example.com'

/** Nine o'clock, Greenwich time, at or after an instant. */
function nextNine(at: number): number {
  const nine = new Date(at).setUTCHours(9, 0, 0, 0)
  return nine >= at ? nine : nine + 24 * 3_600_000
}

interface Kept {
  /** When the next mail is due. */
  readonly due: number
}

export const dailyDigest = workflow({
  name: 'daily-digest',
  title: 'The morning mail',
  topics: { notes: { shared: true, from: 'beginning' } },
  tools: ['email'],
  connections: ['mail'],
  consumers: {
    digest: {
      subscribe: ['notes'],
      prepare: async (ctx, state: Kept | undefined) => {
        const now = Date.parse(ctx.now)
        const due = state?.due ?? nextNine(now)
        // An event wakes it too: then it sleeps on. A wish beyond 24 hours is shortened, and it looks again.
        if (now < due) return { data: { due }, wakeAt: new Date(due).toISOString() }
        const notes = await ctx.peek<string>('notes', { limit: 1000 })
        const next = nextNine(now + 1)
        return {
          reservations: [{ topic: 'notes', ids: notes.map(({ id }) => id) }],
          data: {
            due: next,
            day: ctx.now.slice(0, 10),
            lines: notes.map(({ payload }) => payload),
          },
          ui: { title: `${notes.length} notes` },
          wakeAt: new Date(next).toISOString(),
        }
      },
      mutate: (ctx, { data }) => {
        const { day, lines } = data as { day: string; lines: string[] }
        const subject = `${lines.length} notes of ${day}`
        return ctx.tools.email!({ connection: 'mail', to, subject, text: lines.join('\n') })
      },
      next: async (_, { data }) => ({ due: (data as Kept).due }),
    },
  },
})
