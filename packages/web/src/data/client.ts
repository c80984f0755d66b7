// The one connection of this page to its server. A token, if the server wants one, is kept for this tab only:
// sessionStorage goes with it.

import { CellwakeClient, LiveClient } from '@cellwake/client'

const tokenKey = 'cellwake.token'

function storedToken(): string | undefined {
  try {
    return sessionStorage.getItem(tokenKey) ?? undefined
  } catch {
    return undefined
  }
}

const token = storedToken()
const access = { url: location.origin, ...(token === undefined ? {} : { token }) }

export const client = new CellwakeClient(access)
export const live = new LiveClient(access)

export const hasToken = token !== undefined

/** Starts again with another token: all cached answers were for the old one. */
export function replaceToken(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(tokenKey)
  else sessionStorage.setItem(tokenKey, next)
  location.reload()
}
