// How long to wait before trying again: twice as long each time, and never all at the same moment.

export interface BackOffBounds {
  readonly firstMs: number
  readonly maxMs: number
}

/** The pause before attempt `attempt`, counted from 1: between half and all of the doubled time. */
export function backOffMs(attempt: number, bounds: BackOffBounds, random: () => number): number {
  const whole = Math.min(bounds.firstMs * 2 ** (attempt - 1), bounds.maxMs)
  return whole * (0.5 + random() / 2)
}
