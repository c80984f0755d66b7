// Deploying from the page: a dry run on the server when typing rests; the deploy itself checks the version first
// (optimistic concurrency).

import { ApiError, type DeployedView } from '@cellwake/client'
import { useEffect, useState } from 'react'
import { client } from '../../data/client.ts'
import { afterDeploy } from '../../data/models.ts'
import { PLAN_REST_MS } from '../../limits.ts'
import { formatCount } from '../../parts/format.ts'
import { toast } from '../../parts/toast.tsx'

export interface Plan {
  /** The text that it is about. */
  readonly source: string
  readonly answer: DeployedView | undefined
  readonly error: string | undefined
}

/** Undefined until the server has answered for this very text. */
export function usePlan(id: string, source: string | undefined): Plan | undefined {
  const [plan, setPlan] = useState<Plan>()
  useEffect(() => {
    if (source === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      client.deploy({}, { id, source, dryRun: true }, { signal: stop.signal }).then(
        (answer) => setPlan({ source, answer, error: undefined }),
        (error: unknown) => {
          if (!stop.signal.aborted) setPlan({ source, answer: undefined, error: messageOf(error) })
        },
      )
    }, PLAN_REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, source])
  return plan !== undefined && plan.source === source ? plan : undefined
}

export type DeployState =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly message: string }

/** `onDone` gets the version that is active now. */
export function useDeploy(
  id: string,
  onDone: (version: number, source: string) => void,
): [DeployState, (source: string, version: number) => Promise<void>] {
  const [state, setState] = useState<DeployState>({ state: 'idle' })
  const deploy = async (source: string, base: number) => {
    setState({ state: 'running' })
    try {
      const { version: current } = await client.model({ id })
      if (current !== base) {
        setState({ state: 'idle' })
        afterDeploy(id)
        return
      }
      const { version } = await client.deploy({}, { id, source, expectVersion: base })
      setState({ state: 'idle' })
      onDone(version, source)
      afterDeploy(id)
      toast({ glyph: 'ready', text: `${id} runs version ${formatCount(version)}.` })
    } catch (error) {
      setState({ state: 'failed', message: `${messageOf(error)} Nothing was deployed.` })
    }
  }
  return [state, deploy]
}

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The server did not answer.'
}
