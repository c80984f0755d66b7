// Models: deploying, listing, reading and setting.

import * as z from 'zod'
import { cellStatus, cellsBySymbol, cellView, givenValues, instant, json } from './values.ts'

const place = z.object({ line: z.number(), column: z.number() })

export const diagnosticView = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  range: z.object({ start: place, end: place }),
  fix: z.unknown().optional(),
})
export type DiagnosticView = z.infer<typeof diagnosticView>

export const deployRequest = z.strictObject({
  id: z.string().optional(),
  source: z.string(),
  /** Checks and compares, and changes nothing. */
  dryRun: z.boolean().optional(),
  /** Only if this version runs now; 0 stands for a model that does not exist yet. */
  expectVersion: z.number().int().min(0).optional(),
})

export const deployed = z.object({
  id: z.string(),
  version: z.number(),
  diagnostics: z.array(diagnosticView),
  /** Rules by their ids, then cells and names. */
  kept: z.array(z.string()),
  dropped: z.array(z.string()),
  added: z.array(z.string()),
  /** Titles of the rules among them. */
  rules: z.array(z.object({ id: z.string(), title: z.string() })),
  /** External calls that change something outside, and that the version before did not have. */
  mutations: z.array(z.object({ symbol: z.string(), function: z.string(), line: z.number() })),
})
export type DeployedView = z.infer<typeof deployed>

/** The next thing a model does by itself. */
const nextOccurrence = z.object({ rule: z.string(), title: z.string(), due: instant })

export const modelSummary = z.object({
  id: z.string(),
  /** The name in the source; the id if it has none. */
  title: z.string(),
  /** The comment at the top of the source, if there is one. */
  description: z.string(),
  version: z.number(),
  rev: z.number(),
  runtime: z.string(),
  /** In which the model reads and shows times. */
  timezone: z.string(),
  livesIn: z.enum(['memory', 'sqlite', 'postgres', 'redis']),
  createdAt: instant,
  deployedAt: instant,
  changedAt: instant,
  /** Of a model that is not open nothing is wanted, and `statuses` and `errors` are not known: all 0. */
  cells: z.object({ assigned: z.number(), wanted: z.number(), dormant: z.number() }),
  statuses: z.record(cellStatus, z.number()),
  /** Cells that show an error value. */
  errors: z.number(),
  rules: z.number(),
  /** Errors of rules, a sentence each. */
  problems: z.array(z.string()),
  next: nextOccurrence.nullable(),
  /** Commits in each of the last 44 minutes, oldest first. */
  activity: z.array(z.number()),
})
export type ModelSummary = z.infer<typeof modelSummary>

export const modelList = z.object({ models: z.array(modelSummary) })

export const sheetSize = z.object({ name: z.string(), rows: z.number(), columns: z.number() })

export const modelDetail = modelSummary.extend({
  sheets: z.array(sheetSize),
  names: z.array(z.string()),
})
export type ModelDetail = z.infer<typeof modelDetail>

export const sourceView = z.object({ id: z.string(), version: z.number(), source: z.string() })
export const versionList = z.object({
  current: z.number(),
  versions: z.array(z.object({ version: z.number(), at: instant, by: z.string() })),
})
export type VersionList = z.infer<typeof versionList>

/** How many writes and events of a firing are left out, since there were too many to keep. */
export const moreActs = z.object({ writes: z.number(), events: z.number() })

export const firing = z.object({
  rule: z.string(),
  kind: z.enum(['when', 'every', 'at']),
  due: instant.nullable(),
  at: instant,
  wave: z.number(),
  writes: z.record(z.string(), json),
  events: z.array(z.object({ topic: z.string(), event: z.string(), args: json })),
  more: moreActs.optional(),
})
export type FiringView = z.infer<typeof firing>

export const setRequest = z.strictObject({
  set: givenValues,
  expectRev: z.number().int().optional(),
})
export const setAnswer = z.object({
  rev: z.number(),
  changed: z.array(z.string()),
  firings: z.array(firing),
})
export type SetAnswerView = z.infer<typeof setAnswer>

export const cellsAnswer = z.object({ rev: z.number(), cells: cellsBySymbol })
export type CellsAnswer = z.infer<typeof cellsAnswer>

export const refreshAnswer = cellsAnswer.extend({
  /** The external calls that are asked again, and their jobs. */
  symbols: z.array(z.string()),
  jobs: z.array(z.string()),
})
export type RefreshAnswer = z.infer<typeof refreshAnswer>

/** The role of a cell in its model, beside its value. */
export const cellRole = z.enum([
  'input',
  'formula',
  'conditional',
  'lazy',
  'external',
  'rule',
  'spill',
  'blank',
])
export type CellRole = z.infer<typeof cellRole>

export const sheetCell = cellView.extend({
  role: cellRole,
  /** The formula as the author wrote it, without its target. */
  formula: z.string().optional(),
  /** The cell that this one spilled from, and how far that reaches. */
  anchor: z.string().optional(),
  spill: z.string().optional(),
  wanted: z.boolean(),
})
export type SheetCell = z.infer<typeof sheetCell>

export const sheetAnswer = z.object({
  rev: z.number(),
  range: z.string(),
  cells: z.record(z.string(), sheetCell),
})
export type SheetAnswer = z.infer<typeof sheetAnswer>

/** How a cell stands: its value, the request that it wants and the one that its value answers. */
export const resolveAnswer = z.object({
  status: cellStatus,
  value: z.object({ kind: z.string(), value: json, typeTag: z.string() }),
  request_rev: z.number(),
  resolved_rev: z.number(),
  pending_job_id: z.string().optional(),
  last_error: z.string().optional(),
})
export type ResolveAnswer = z.infer<typeof resolveAnswer>
