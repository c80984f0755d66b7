// One simulation at a time, which can be cancelled. It always ends: the server stops one that costs too much.

import type { SimulatedView } from '@cellwake/client'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import type { Asked } from './attempt.ts'

export type SimulationState =
  | { readonly state: 'idle' | 'cancelled' }
  | { readonly state: 'running'; readonly since: number }
  | { readonly state: 'failed'; readonly error: Error }
  | { readonly state: 'done'; readonly request: Asked; readonly result: SimulatedView }

export function useSimulation(id: string) {
  const [state, setState] = useState<SimulationState>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = (request: Asked) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setState({ state: 'running', since: Date.now() })
    client.simulate({ id }, request, { signal: stop.signal }).then(
      (result) => {
        if (!stop.signal.aborted) setState({ state: 'done', request, result })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        setState({
          state: 'failed',
          error: error instanceof Error ? error : new Error(String(error)),
        })
      },
    )
  }
  const cancel = () => {
    running.current?.abort()
    setState({ state: 'cancelled' })
  }
  return { state, run, cancel }
}
