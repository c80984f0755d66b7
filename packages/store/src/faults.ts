// Named instants at which a crash would hurt most. A rig installs a hook that throws, kills or
// waits there. Without a hook a point costs one comparison.

export const FAULT_POINTS = [
  'group:before',
  'group:decided',
  'group:durable',
  'group:settled',
  'memory:before-apply',
  'memory:after-apply',
  'sqlite:begin',
  'sqlite:row',
  'sqlite:before-commit',
  'sqlite:after-commit',
  'sqlite:migrate',
  'sqlite:maintain',
  'postgres:begin',
  'postgres:locked',
  'postgres:before-write',
  'postgres:before-commit',
  'postgres:after-commit',
  'postgres:migrate',
  'postgres:maintain',
  'redis:before-write',
  'redis:after-write',
] as const

export type FaultPoint = (typeof FAULT_POINTS)[number]

let hook: ((point: FaultPoint) => void) | undefined

export function fault(point: FaultPoint): void {
  if (hook !== undefined) hook(point)
}

/** Installs a hook, for rigs only. Returns how to take it away. */
export function onFault(fn: (point: FaultPoint) => void): () => void {
  hook = fn
  return () => {
    hook = undefined
  }
}
