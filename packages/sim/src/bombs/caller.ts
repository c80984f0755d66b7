// A caller of the bombed server: HTTP and live subscriptions, under one of the tokens. An answer is a status and a
// code; whichever it is, it is no failure of the rig.

import { WebSocket } from 'ws'
import { BOMB_ANSWER_MS } from '../limits.ts'
import { TOKENS, type Who } from './tokens.ts'

export interface Outcome {
  /** 0 if there was no answer. */
  readonly status: number
  readonly code: string | undefined
  /** The start of the answer. */
  readonly text: string
}

export class Caller {
  readonly #url: string
  readonly #who: Who

  constructor(url: string, who: Who) {
    this.#url = url
    this.#who = who
  }

  async ask(method: string, path: string, body?: unknown): Promise<Outcome> {
    try {
      const answer = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKENS[this.#who].token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(BOMB_ANSWER_MS),
      })
      const text = await answer.text()
      const code = /"error":\{"code":"([^"]+)"/.exec(text)?.[1]
      return { status: answer.status, code, text: text.slice(0, 300) }
    } catch (error) {
      return { status: 0, code: undefined, text: String(error) }
    }
  }

  /** Subscribes as often as asked over one socket; gives the outcome of each first frame. */
  async subscribe(model: string, lists: readonly (readonly string[])[]): Promise<Outcome[]> {
    const address = `${this.#url.replace('http', 'ws')}/api/live`
    const authorization = `Bearer ${TOKENS[this.#who].token}`
    const socket = new WebSocket(address, { headers: { authorization } })
    const first = new Map<string, Outcome>()
    try {
      return await new Promise<Outcome[]>((resolve) => {
        const end = () => {
          const missing = { status: 0, code: undefined, text: 'no frame came' }
          resolve(lists.map((_, i) => first.get(String(i)) ?? missing))
        }
        const timer = setTimeout(end, BOMB_ANSWER_MS)
        const over = (code: string) => {
          clearTimeout(timer)
          // A socket that is closed with a reason is an answer to all that is open.
          lists.forEach((_, i) => {
            const known = first.get(String(i))
            first.set(String(i), known ?? { status: 429, code, text: 'the socket was closed' })
          })
          end()
        }
        socket.on('error', () => {})
        socket.on('close', (code) => over(String(code)))
        socket.on('open', () => {
          lists.forEach((symbols, i) => {
            socket.send(JSON.stringify({ op: 'subscribe', id: String(i), model, symbols }))
          })
        })
        socket.on('message', (data) => {
          const text = String(data)
          const id = /^\{"id":"(\d+)"/.exec(text)?.[1]
          if (id === undefined || first.has(id)) return
          const code = /"error":\{"code":"([^"]+)"/.exec(text)?.[1]
          first.set(id, { status: code === undefined ? 200 : 422, code, text: text.slice(0, 300) })
          if (first.size < lists.length) return
          clearTimeout(timer)
          end()
        })
      })
    } finally {
      socket.terminate()
    }
  }
}
