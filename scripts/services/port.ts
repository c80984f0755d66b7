// A free port on loopback, below the range from which the system takes ports for outgoing
// connections. Inside that range a client that keeps trying to reach a stopped server can be given
// the server's own port and end up connected to itself, so the server could not come back.
import { createServer } from 'node:net'

const lowest = 20_000
const highest = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
