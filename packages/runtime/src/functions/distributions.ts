// Probability distributions.

import type { Functions } from '../functions.ts'
import { continuousFunctions } from './continuous.ts'
import { discreteFunctions } from './discrete.ts'

export const distributionFunctions: Functions = { ...continuousFunctions, ...discreteFunctions }
