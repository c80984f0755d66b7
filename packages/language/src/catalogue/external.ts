// Functions that are answered from outside the model, in their own time. Until the first answer the
// value is pending, as in the examples: DEFAULT, IFERROR and WITH … ELSE catch it. A ttl of 0 means
// that an answer does not expire by time and serves one cell only.

import { rows } from './rows.ts'
import type { ExternalPolicy, Signature } from './signature.ts'

const policies: Readonly<Record<string, ExternalPolicy>> = {
  FX_RATE: {
    route: 'market-data.fx',
    ttlMs: 30_000,
    maxStalenessMs: 300_000,
    refresh: 'background',
    timeoutMs: 5_000,
    staleOnError: true,
  },
  HTTP_JSON: {
    route: 'network.http-json',
    ttlMs: 60_000,
    maxStalenessMs: 600_000,
    refresh: 'background',
    timeoutMs: 10_000,
    staleOnError: true,
  },
  ML_SCORE: {
    route: 'ml.scoring',
    ttlMs: 300_000,
    maxStalenessMs: 900_000,
    refresh: 'background',
    timeoutMs: 15_000,
    staleOnError: true,
  },
  AI_PROMPT: {
    route: 'ai.prompt',
    ttlMs: 0,
    maxStalenessMs: 0,
    refresh: 'blocking',
    timeoutMs: 60_000,
    // An answer to another prompt is no answer.
    staleOnError: false,
  },
  PG_SELECT: {
    route: 'postgres.select',
    ttlMs: 0,
    maxStalenessMs: 0,
    refresh: 'blocking',
    timeoutMs: 10_000,
    staleOnError: true,
  },
  PG_MUTATE: {
    route: 'postgres.mutate',
    ttlMs: 0,
    maxStalenessMs: 0,
    refresh: 'blocking',
    timeoutMs: 10_000,
    // The receipt of an earlier write must not pass for this one.
    staleOnError: false,
    mutates: true,
  },
}

const described = rows(
  'external',
  `
AI_PROMPT(prompt, [options: object]) → text, tag ai_text
  What a language model answers to a prompt. Options such as temperature are the provider's.
  AI_PROMPT("Summarize this note", { temperature: 0.2 }) DEFAULT "…" → "…"
FX_RATE(base: text, quote) → number, tag fx_rate
  The exchange rate: how much of the quote currency one unit of the base currency costs.
  FX_RATE("EUR", "USD") DEFAULT 1.08 → 1.08
HTTP_JSON(url) → any, tag object
  The JSON document at an address, as an object or a list of objects.
  HTTP_JSON("https://example.com/widgets/42") DEFAULT BLANK → BLANK
ML_SCORE(features) → number, tag score
  What a model that was trained elsewhere makes of a row of features.
  ML_SCORE([0.1, 0.2, 0.3, 0.4]) DEFAULT 0 → 0
PG_MUTATE(table: text, change) → object, tag object
  Writes to a table db.schema.table once: { insert: { … } }, or { update: { … }, where: { … } }, or
  { delete: { … } }. It is off until the deployment turns it on.
  PG_MUTATE("crm.public.leads", { insert: { id: 7 } }) DEFAULT "waiting" → "waiting"
PG_SELECT(table: text, query: object) → array, tag postgres_query_result
  Rows of a table db.schema.table, below a header row. The query may hold select, where, orderBy and limit.
  PG_SELECT("finance.public.orders", { select: ["id"], limit: 5 }) DEFAULT "waiting" → "waiting"
`,
)

export const external: readonly Signature[] = described.map((signature) => ({
  ...signature,
  external: policies[signature.name],
}))
