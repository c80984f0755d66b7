// The limits of live streams. Whoever passes one is told which, or is sent everything anew.

/** Connections that are open at once: in all, and of one caller. */
export const LIVE_CONNECTIONS = 10_000
export const LIVE_CALLER_CONNECTIONS = 4_000

/** What one connection may ask for. */
export const LIVE_SUBSCRIPTIONS = 200
/** Cells that one subscription may hold, by all its rectangles and symbols. */
export const LIVE_CELLS = 50_000
export const LIVE_ID_CHARS = 64

/** Frames of a client: size, and how many per second and at once. */
export const LIVE_FRAME_BYTES = 256 * 1024
export const LIVE_FRAMES_PER_S = 50
export const LIVE_BURST_FRAMES = 400

/** How long a peer may take to answer that a connection ends. */
export const LIVE_CLOSE_MS = 250

/** How long a client may take to say who it is. */
export const LIVE_AUTH_MS = 10_000

/** How often everything is looked after: silent peers, slow readers, models that went away. */
export const LIVE_TICK_MS = 1_000
/** A peer is asked this often whether it is there; one that has not answered until then is gone. */
export const LIVE_PING_MS = 20_000

/** What may wait in a connection before its changes are merged cell by cell. */
export const LIVE_SLOW_BYTES = 256 * 1024
/** After so long, or with so much merged, nothing is kept: a reset follows when it can be sent. */
export const LIVE_LATE_MS = 5_000
export const LIVE_LATE_CELLS = 10_000
export const LIVE_LATE_EVENTS = 500
/** After so long, or with so much waiting, the connection is closed. */
export const LIVE_STUCK_MS = 60_000
export const LIVE_STUCK_BYTES = 64 * 1024 * 1024

/**
 * How long a change waits for a moment without commits of the same model on their way: at least so many turns
 * of the event loop, and at least so long. After that it is shown although more is on its way.
 */
export const LIVE_SETTLE_TURNS = 100
export const LIVE_SETTLE_MS = 50
/** The same for the first frame, which nobody is in a hurry for. */
export const LIVE_FIRST_SETTLE_MS = 2_000

/** Events of a model that are kept for who comes back. */
export const LIVE_KEPT_EVENTS = 500
/** How long a model is still followed after the last reader has left. */
export const LIVE_LINGER_MS = 30_000
