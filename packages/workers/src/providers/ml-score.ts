// ML_SCORE: from a model host.

import type { MlConfig } from '../config.ts'
import { MODEL_HOST_CONCURRENCY } from '../limits.ts'
import { type BuiltIn, endpointText, type Outside, unconfigured } from './built-in.ts'
import { askModelHost, probeModelHost } from './model-host.ts'

export function mlScore(config: MlConfig | undefined, outside: Outside): BuiltIn {
  if (config === undefined)
    return unconfigured('ML_SCORE', "outside.ml, such as ml: { url: 'http://127.0.0.1:8600' }.")
  return {
    concurrency: MODEL_HOST_CONCURRENCY,
    provider: () => endpointText(config),
    handler: askModelHost(config, config.path ?? '/score', 'ML_SCORE', outside),
    probe: probeModelHost(config, outside),
  }
}
