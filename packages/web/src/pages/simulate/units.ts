// Lengths of time as the lines of this page give them.

export type Unit = 's' | 'min' | 'h' | 'd'

export const units = ['s', 'min', 'h', 'd'] as const

export const unitMs: Readonly<Record<Unit, number>> = {
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
