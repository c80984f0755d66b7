// The limits of the clients.

/** Attempts of a request that may be repeated. */
export const REQUEST_ATTEMPTS = 4

/** The first pause between two attempts, and the longest; in between it doubles. */
export const RETRY_DELAY_MS = 200
export const RETRY_DELAY_MAX_MS = 5_000

/** A server that asks for a longer pause is not waited for: the caller decides. */
export const RETRY_AFTER_MAX_MS = 30_000

/** The first pause before a live connection is opened again, and the longest. */
export const RECONNECT_DELAY_MS = 250
export const RECONNECT_DELAY_MAX_MS = 10_000

/** A silent live connection is pinged after this long; after twice that it is given up. */
export const LIVE_PING_MS = 15_000

/** How long a live connection may take until it is ready. */
export const LIVE_READY_TIMEOUT_MS = 15_000
