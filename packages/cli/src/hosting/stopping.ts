// Ends a program that would run for ever: the first SIGINT or SIGTERM asks it to stop, and its resources
// are closed in order. The second ends it at once.

/** Resolves with the first signal. */
export function askedToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const heard = (signal: NodeJS.Signals) => {
      if (asked) process.exit(signal === 'SIGINT' ? 130 : 143)
      asked = true
      resolve(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, heard)
  })
}
