// The concurrency and rate of a route: declared by its functions, overridden by the operator.

import { checkRateLimit, type FunctionDefinition, type RateLimit } from './define-function.ts'
import { WorkersError } from './errors.ts'
import { CONCURRENCY_MAX, ROUTE_CONCURRENCY } from './limits.ts'
import type { RouteSettings } from './routes.ts'

/** By route. */
export type RouteOverrides = Readonly<
  Record<string, { readonly concurrency?: number; readonly rateLimit?: RateLimit }>
>

export const usualRoute: RouteSettings = { concurrency: ROUTE_CONCURRENCY, rateLimit: undefined }

/** Of several functions on one route the most careful counts. */
export function routeSettings(
  functions: readonly FunctionDefinition[],
  overrides: RouteOverrides = {},
): Map<string, RouteSettings> {
  const found = new Map<string, RouteSettings>()
  for (const { signature, concurrency, rateLimit } of functions) {
    const route = signature.external?.route
    if (route === undefined) continue
    const known = found.get(route)
    found.set(route, {
      concurrency: Math.min(
        concurrency ?? ROUTE_CONCURRENCY,
        known?.concurrency ?? Number.POSITIVE_INFINITY,
      ),
      rateLimit: slower(known?.rateLimit, rateLimit),
    })
  }
  for (const [route, settings] of found)
    if (overrides[route] !== undefined) found.set(route, { ...settings, ...overrides[route] })
  return found
}

function slower(a: RateLimit | undefined, b: RateLimit | undefined): RateLimit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.calls / a.perMs <= b.calls / b.perMs ? a : b
}

/** Throws `bad-config` for impossible settings of a route. */
export function checkRouteOverrides(given: unknown): RouteOverrides {
  const refuse = (what: string) => new WorkersError('bad-config', `outside.routes: ${what}`)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse("it is such as { 'ai.prompt': { concurrency: 2 } }.")
  for (const [route, settings] of Object.entries(given)) {
    const { concurrency, rateLimit, ...rest } = Object(settings)
    const [unknown] = Object.keys(rest)
    if (unknown !== undefined) throw refuse(`${route} has no setting ${unknown}.`)
    const isWhole = Number.isInteger(concurrency) && concurrency >= 1
    if (concurrency !== undefined && !(isWhole && concurrency <= CONCURRENCY_MAX))
      throw refuse(`${route}.concurrency is a whole number from 1 to ${CONCURRENCY_MAX}.`)
    if (rateLimit !== undefined) checkRateLimit(rateLimit, (what) => refuse(`${route}: ${what}`))
  }
  return given as RouteOverrides
}
