// The functions that models may call, as people read about them.

import { type Catalogue, type Signature, signatureText } from '@cellwake/language'

export interface FunctionView {
  readonly name: string
  readonly category: string
  /** Call with its parameters. */
  readonly signature: string
  /** The first sentence about it. */
  readonly summary: string
  readonly description: string
  readonly examples: readonly { readonly formula: string; readonly result: string }[]
  readonly external: boolean
  readonly volatile: boolean
}

export function functionViews(catalogue: Catalogue): FunctionView[] {
  return catalogue.names.flatMap((name) => {
    const signature = catalogue.get(name)
    return signature === undefined ? [] : [viewOf(signature)]
  })
}

function viewOf(signature: Signature): FunctionView {
  const { name, category, about, examples, volatile } = signature
  return {
    name,
    category,
    signature: signatureText(signature),
    summary: /^.*?\.(?= [A-Z{]|$)/.exec(about)?.[0] ?? about,
    description: about,
    examples,
    external: signature.external !== undefined,
    volatile,
  }
}
