// The built-in functions with the providers that the operator configured, and those of model hosts.

import type { OutsideConfig } from '../config.ts'
import type { FunctionDefinition } from '../define-function.ts'
import { modelHostFunctions } from '../manifest.ts'
import { aiPrompt } from './ai-prompt.ts'
import { builtIn, type Outside } from './built-in.ts'
import { fxRate } from './fx-rate.ts'
import { httpJson } from './http-json.ts'
import { mlScore } from './ml-score.ts'
import { pgMutate } from './pg-mutate.ts'
import { pgSelect } from './pg-select.ts'

/** All built-in functions; a call of one without a provider fails with the setting to add. */
export async function builtInFunctions(
  config: OutsideConfig,
  outside: Outside,
): Promise<FunctionDefinition[]> {
  const hosted = []
  for (const manifest of config.modelHosts ?? [])
    hosted.push(...(await modelHostFunctions(manifest, outside)))
  return [
    builtIn('FX_RATE', fxRate(config.fx, outside)),
    builtIn('HTTP_JSON', httpJson(config.allow ?? [])),
    builtIn('ML_SCORE', mlScore(config.ml, outside)),
    builtIn('AI_PROMPT', aiPrompt(config.ai, outside)),
    builtIn('PG_SELECT', pgSelect(config.postgres, outside)),
    builtIn('PG_MUTATE', pgMutate(config.postgres, outside)),
    ...hosted,
  ]
}
