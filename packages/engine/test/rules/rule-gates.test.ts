// Goal: DEBOUNCE, its MAX and THROTTLE do what the language says, at the very millisecond. Method: tables of
// lengths, and of rises, falls and looks at given times, against what fires when.

import { BLANK, TRUE_VALUE, type Value } from '@cellwake/runtime'
import { expect, it } from 'vitest'
import { debounceRise, fall, gateDue, gateMs, throttleRise } from '../../src/rule-gates.ts'
import { newRuleState, type RuleState } from '../../src/rule-state.ts'
