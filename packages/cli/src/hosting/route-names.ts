// The setting `routes`: which calls this process answers.

import { CliError } from '../errors.ts'

/** Undefined for all; empty for none. */
export function routeNames(text: string | undefined): string[] | undefined {
  if (text === undefined || text === 'all') return undefined
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !/^([a-z0-9][a-z0-9._-]*\*?|\*)$/.test(name))
  if (wrong === undefined) return names
  throw new CliError(
    'bad-setting',
    `"${wrong}" is no route. Write such as --routes ml.*,ai.prompt; all and none are routes, too.`,
  )
}
