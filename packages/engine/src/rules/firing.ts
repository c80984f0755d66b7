// A rule that fires: its planned act, and the record that callers get afterwards.

import { type Json, toWire, type Value } from '@cellwake/runtime'
import { isoOf } from '../views/iso.ts'
import type { LiveRule } from './live-rule.ts'
import type { RuleRecord, RuleState } from './rule-state.ts'

/** A firing as callers see it. */
export interface Firing {
  readonly rule: string
  readonly kind: 'when' | 'every' | 'at'
  readonly due: string | null
  readonly at: string
  readonly wave: number
  readonly writes: Readonly<Record<string, Json>>
  readonly events: readonly {
    readonly topic: string
    readonly event: string
    readonly args: Json
  }[]
  /** Number of writes and events left out, since there were too many to keep. */
  readonly more?: { readonly writes: number; readonly events: number }
}

/** A rule that is about to fire, with the state it has once it has fired. */
export interface Fire {
  readonly rule: LiveRule
  readonly due: number | null
  readonly state: RuleState
}

/** A value as events and firings carry it. */
export function jsonOf(value: Value): Json {
  const { kind, value: json } = toWire(value)
  const plain = kind === 'number' || kind === 'string' || kind === 'boolean' || kind === 'array'
  if (plain || kind === 'object' || json === null) return json
  return kind === 'error' ? { error: (json as { code: string }).code } : { [kind]: json }
}

export function firingOf(rule: LiveRule, record: RuleRecord): Firing {
  const at = isoOf(record.at)
  const { due } = record
  return {
    rule: rule.id,
    kind: rule.kind,
    // Mostly on time.
    due: due === null ? null : due === record.at ? at : isoOf(due),
    at,
    wave: record.wave,
    writes: Object.fromEntries(record.writes.map(({ symbol, after }) => [symbol, jsonOf(after)])),
    events: record.events.map(({ topic, event, args }) => ({
      topic,
      event,
      args: args.map(jsonOf),
    })),
    ...(record.more !== undefined && { more: record.more }),
  }
}
