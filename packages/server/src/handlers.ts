// The types of a route's handler, derived from the contract. A route without a handler does not compile.

import type { RouteName, routes } from '@cellwake/client'
import type { infer as Infer } from 'zod'
import type { Parts } from './parts.ts'
import type { Principal } from './principal.ts'

/** A deeply immutable value. */
export type Immutable<T> = T extends readonly (infer U)[]
  ? readonly Immutable<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

type RouteOf<N extends RouteName> = (typeof routes)[N]

export interface Call<N extends RouteName> {
  readonly params: Infer<RouteOf<N>['params']>
  readonly query: Infer<RouteOf<N>['query']>
  readonly body: Infer<RouteOf<N>['body']>
  readonly principal: Principal
  /** Of the header `Idempotency-Key`. */
  readonly key: string | undefined
}

export type Handler<N extends RouteName> = (
  call: Call<N>,
  parts: Parts,
) => Promise<Immutable<Infer<RouteOf<N>['answer']>>>

export type Handlers = { readonly [N in RouteName]: Handler<N> }

/** The handlers of one subject. */
export type Group<N extends RouteName> = Pick<Handlers, N>
