// The library's clock keeps no process alive, so that a program ends when it has done its work. An awaited promise is
// part of its work.

import { MessageChannel } from 'node:worker_threads'

/** The process does not end before `work` does. */
export async function staysAlive<T>(work: Promise<T>): Promise<T> {
  const { port1 } = new MessageChannel()
  port1.ref()
  try {
    return await work
  } finally {
    port1.close()
  }
}
