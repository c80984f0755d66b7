// A connection can be lost before it was ever had: the caller hears of it, and nobody else does.

import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { openDriver } from '../../src/index.ts'

/** A port where every connection is cut as soon as it is made. */
async function rudePort(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return { port: address.port, close: () => server.close() }
}

it('a server that hangs up is reported to the caller, and the process goes on', async () => {
  const thrown: unknown[] = []
  const listener = (error: unknown) => thrown.push(error)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', listener)
  const { port, close } = await rudePort()
  const opening = openDriver(`postgres://postgres@127.0.0.1:${port}/postgres`)
  await expect(opening).rejects.toMatchObject({ code: 'store-unreachable' })
  // The end of a connection is told a few turns later.
  await new Promise((resolve) => setTimeout(resolve, 50))
  close()
  process.off('uncaughtException', listener)
  for (const other of others) process.on('uncaughtException', other)
  expect(thrown).toEqual([])
})
