// Goal: the patterns that users are taught work as taught, right and wrong. Method: each pattern as a
// model, with the errors it must give; external calls, rules, schedules.

import { describe, expect, it } from 'vitest'
import { codes, errors } from './support.ts'

const fine: string[] = [
  'WHEN A1 > 100 THEN\n  C1 = "alert"\n  C2 = NOW()\nEND',
  'WHEN A1 > 100 AND A3 = FALSE THEN\n  C1 = "review"\n  C2 = NOW()\nEND',
  'WHEN A1 > 100 THEN\n  C1 = A1 * 1.1\n  C2 = C1 + 1  # uses the value before\nEND',
  'WHEN A1 > 100 THEN\n  C1 = DO\n    new_val = A1 * 1.1\n    new_val + 1\n  END\nEND',
  'WHEN A4 > 5pct THEN\n  D1:D3 = ROW_INDEX\nEND',
  'C1 = A1 > 0 THEN "active" ELSE "default"',
  'WHEN price_drop_pct > 5pct DEBOUNCE settings_debounce_seconds THEN\n  alerts!notify("price-drop", symbol, price_drop_pct)\nEND',
  'WHEN typing_indicator = TRUE DEBOUNCE 1s THEN\n  presence!mark_typing(user_id)\nEND',
  'WHEN error_count > 0 THROTTLE 30s THEN\n  alerts!page_oncall(error_count)\nEND',
  'EVERY duration"PT15M" SKIP MISSED THEN\n  E1 = E1 + 1\n  E2 = NOW()\nEND',
  'EVERY 5min SKIP MISSED THEN\n E1 = 1\nEND\nEVERY 1d BACKFILL THEN\n E2 = 1\nEND',
  'EVERY cron"0 * * * *" BACKFILL THEN\n  F1 = F1 + 1\n  F2 = "hourly-reconciliation"\nEND',
  'AT dt"2026-12-31T23:59:00Z" BACKFILL THEN\n  G1 = TRUE\n  G2 = "year-end-close"\nEND',
  'WHEN A1 > 0 THEN\n  X1 = A1\n  X2 as currency = A1\n  Y1:Y3 = A1\nEND',
  'B1 = FX_RATE("EUR", "USD") DEFAULT 1.08',
  'WHEN A1 > 0 THEN\n  C1 = A1 > 100 THEN "high" ELSE "low"\nEND',
  'MODEL "Operations"\nRUNTIME "lua_generated"\nVERSION "1.0.0"\nA1 = 0  # incident count\nA2 = "clear"\nB1 = A1 > 0 THEN "incident" ELSE "normal"\nWHEN A1 > 0 OR A2 = "degraded" THEN\n  C1 = "ops-paged"\n  C2 = NOW()\nEND\nEVERY duration"PT15M" SKIP MISSED THEN\n  D1 = D1 + 1\n  D2 = NOW()\nEND\nAT dt"2026-12-31T23:59:00Z" BACKFILL THEN\n  E1 = TRUE\n  E2 = "year-end-close"\nEND\nEND MODEL',
  'A1 = FX_RATE("EUR", "USD")\nA2 = HTTP_JSON("https://api.example.com/widgets/42")\nA3 = ML_SCORE([0.1, 0.2, 0.3, 0.4])\nA4 = AI_PROMPT("Summarize this note", { temperature: 0.2 })\nA5 = SELECT id, amount FROM finance.public.orders WHERE amount >= 100 ORDER BY id DESC LIMIT 25',
  'A4 = FX_RATE(base := "GBP", quote := "USD")',
  'A1 = WITH rate = FX_RATE("EUR", "USD"), price = base * rate\n  THEN ROUND(price, 2) ELSE 0',
  'A1 = ROUND(FX_RATE("EUR", "USD") + 0.01, 4)',
  'A1 = 1\nB1 = ISERROR(A1)\nB2 = A1 IS ERROR',
  'MODEL "External Enrichment"\nRUNTIME "lua_generated"\nVERSION "1.0.0"\nA1 as currency = 250000\nA2 = "EUR"\nA3 = "USD"\nB1 = FX_RATE(base := A2, quote := A3)\nB2 ~= ML_SCORE([0.12, 0.18, 0.27, 0.43])\nC1 as currency = ROUND(A1 * (B1 DEFAULT 1.08), 2)\nC2 = B2 DEFAULT 0\nC3 = C2 > 0.35 THEN "manual-review" ELSE "auto-approve"\nEND MODEL',
]

const wrong: [model: string, found: string][] = [
  ['B1 = "default"\nWHEN A1 > 0 THEN\n  B1 = "active"\nEND', 'mixed-ownership 3'],
  ['EVERY cron"0 * * * *" SKIP MISSED THEN\n  B1 = FX_RATE("EUR", "USD")\nEND', 'rule-external 2'],
  ['EVERY duration"PT5M" THEN\n  A1 = 1\nEND', 'policy-missing 1'],
  ['WHEN A1 > 0 THEN\n  B1 ~= ML_SCORE(A1)\nEND', 'rule-lazy 2'],
  ['WHEN A1 > 0 THEN\n  B1 ~= ML_SCORE(A1)\nEND', 'rule-external 2'],
  ['A1 ~= LARGE_MATRIX_INVERT(B1:Z100)', 'unknown-function 1'],
  ['AT dt"2026-12-31T23:59:00Z" THROTTLE 5s BACKFILL THEN\n A1 = 1\nEND', 'gate-on-schedule 1'],
]

describe('what users are taught', () => {
  it.each(fine)('%j is accepted', (model) => {
    expect(errors(model)).toEqual([])
  })

  it.each(wrong)('%j is refused with %s', (model, found) => {
    expect(codes(model)).toContain(found)
  })

  it('a rule that writes its own trigger is a warning, not an error', () => {
    expect(codes('WHEN A1 > 0 THEN\n  A1 = A1 + 1\nEND')).toEqual(['rule-writes-own-trigger 2'])
  })
})
