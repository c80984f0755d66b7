// Why a cell has its value: its cause, the value before, and its dependencies.

import * as z from 'zod'
import { jobView } from './jobs.ts'
import { cellRole } from './models.ts'
import { cellStatus, cellView, fetchFacts, instant, json } from './values.ts'

/** The cause of a commit: somebody who set an input, a rule, a deploy. */
export const cause = z.object({
  kind: z.enum(['set', 'rule', 'deploy', 'event', 'job', 'resolve', 'unknown']),
  by: z.string(),
  rev: z.number(),
  at: instant,
  rule: z
    .object({
      id: z.string(),
      title: z.string(),
      line: z.number(),
      /** The occurrence, for a schedule. */
      due: instant.nullable(),
      wave: z.number(),
    })
    .nullable(),
  /** The run of a workflow that gave values: the events it took, and the inputs behind them. */
  run: z
    .object({
      workflow: z.string(),
      run: z.string(),
      events: z.array(z.object({ topic: z.string(), messageId: z.string(), rev: z.number() })),
      inputs: z.array(z.string()),
    })
    .nullable(),
  /** The model whose rule it was, if that is another one. */
  model: z.string().optional(),
})
export type CauseView = z.infer<typeof cause>

const plainValue = z.object({ kind: z.string(), value: json })

/** An external call: its request and its answer. */
export const callFacts = fetchFacts.extend({
  function: z.string(),
  route: z.string(),
  request_rev: z.number(),
  resolved_rev: z.number(),
  key: z.string().nullable(),
  provider: z.string().nullable(),
  /** That by which it was last asked; null if there was none, or it is not kept any more. */
  job: jobView.nullable(),
})
export type CallFacts = z.infer<typeof callFacts>

export interface WhyNode {
  symbol: string
  role: z.infer<typeof cellRole>
  kind: string
  value: z.infer<typeof json>
  typeTag: string
  status: z.infer<typeof cellStatus>
  formula: string | null
  call: CallFacts | null
  /** The commit that last changed it; null if it has been so since it was deployed or history is gone. */
  changed: { before: z.infer<typeof plainValue> | null; cause: CauseView } | null
  /** The reads of the value; for a cell that a rule wrote, those of the rule's trigger and body. */
  reads: WhyNode[]
  /** References of branches that were not taken. */
  notTaken: string[]
  /** Reads that are not shown. */
  more: number
  /** It stands elsewhere in the tree, or is too deep: ask for it by its symbol. */
  cut: boolean
}

export const whyNode: z.ZodType<WhyNode> = z.lazy(() =>
  z.object({
    symbol: z.string(),
    role: cellRole,
    kind: z.string(),
    value: json,
    typeTag: z.string(),
    status: cellStatus,
    formula: z.string().nullable(),
    call: callFacts.nullable(),
    changed: z.object({ before: plainValue.nullable(), cause }).nullable(),
    reads: z.array(whyNode),
    notTaken: z.array(z.string()),
    more: z.number(),
    cut: z.boolean(),
  }),
)

/** The demand for a cell. */
export const wantedBy = z.object({
  /** It is an input, or an eager formula. */
  always: z.boolean(),
  /** Formulas that are wanted and read it. */
  formulas: z.array(z.string()),
  /** Ids of rules whose trigger reads it. */
  rules: z.array(z.string()),
  /** Subscriptions with demand for it; passive ones are not among them. */
  watchers: z.number(),
})
export type WantedBy = z.infer<typeof wantedBy>

export const explanation = z.object({
  rev: z.number(),
  at: instant,
  why: whyNode,
  /** The inputs and rule-owned cells of the commit that last changed it, from which the change came. */
  because: z.array(
    z.object({ symbol: z.string(), before: plainValue.nullable(), after: plainValue }),
  ),
  /** The way back to the origin: the cause of its last change, that one's cause, and so on. */
  origin: z.array(cause),
  readBy: z.array(z.string()),
  readByRules: z.array(z.string()),
  /** Left out for the past, in which there is no demand. */
  wantedBy: wantedBy.optional(),
})
export type Explanation = z.infer<typeof explanation>

export const historyEntry = cellView
  .pick({ kind: true, value: true, typeTag: true, rev: true })
  .extend({ at: instant, cause })
export type HistoryEntry = z.infer<typeof historyEntry>

/** Newest first. Values of formulas are computed again at each commit that reached them. */
export const historyPage = z.object({
  symbol: z.string(),
  entries: z.array(historyEntry),
  before: z.number().nullable(),
  /** Older commits are forgotten. */
  keptSince: z.number(),
})
export type HistoryPage = z.infer<typeof historyPage>

export const graphNode = z.object({
  /** A symbol, a range, or `rule:<id>`. */
  id: z.string(),
  kind: z.enum([
    'input',
    'formula',
    'conditional',
    'lazy',
    'external',
    'owned',
    'range',
    'rule',
    'topic',
  ]),
  label: z.string(),
  wanted: z.boolean(),
  status: cellStatus,
  /** Cells that the node stands for. */
  cells: z.number(),
  value: json.optional(),
})
export type GraphNode = z.infer<typeof graphNode>

export const graphView = z.object({
  rev: z.number(),
  nodes: z.array(graphNode),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Nodes that did not fit. */
  leftOut: z.number(),
})
export type GraphView = z.infer<typeof graphView>
