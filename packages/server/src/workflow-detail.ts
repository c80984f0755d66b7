// A workflow as its page and its followers see it. A host that runs no workflows has none.

import type { WorkflowDetail } from '@cellwake/client'
import type { Workflows } from '@cellwake/workflows'
import type { Parts } from './parts.ts'
import { unknownWorkflow } from './resources.ts'

export function here({ workflows: all }: Pick<Parts, 'workflows'>, name: string): Workflows {
  if (all === undefined) throw unknownWorkflow(name)
  return all
}

export async function detail(
  parts: Pick<Parts, 'workflows'>,
  name: string,
): Promise<WorkflowDetail> {
  const all = here(parts, name)
  const status = await all.status(name)
  const { tools } = await all.structure(name)
  const active = (await all.versions(name)).find((one) => one.active)
  return {
    ...status,
    kind: active?.kind ?? 'typescript',
    since: active?.at ?? '',
    tools: tools === undefined ? null : [...tools],
  }
}
