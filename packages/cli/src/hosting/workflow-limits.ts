// The setting `workflowLimits`: limits of workflows that differ from the usual ones.

import { DEFAULT_LIMITS, type Limits } from '@cellwake/workflows'
import { CliError } from '../errors.ts'

/** Throws for a name that no limit has, and for a limit that is no whole number from 1. */
export function checkWorkflowLimits(
  given: Readonly<Record<string, unknown>> | undefined,
): Partial<Limits> | undefined {
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const known = Object.keys(DEFAULT_LIMITS).join(', ')
      throw new CliError('bad-setting', `workflowLimits has no ${name}. There are ${known}.`)
    }
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      throw new CliError('bad-setting', `workflowLimits.${name} must be a whole number from 1.`)
    }
  }
  return given
}
