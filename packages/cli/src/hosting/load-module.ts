// Loads a module of the user's own, TypeScript too, also where Cellwake itself runs from its build.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { offerOwnPackage } from './own-package.ts'

export async function loadModule(file: string): Promise<Record<string, unknown>> {
  const { tsImport } = await import('tsx/esm/api')
  offerOwnPackage()
  return await tsImport(pathToFileURL(resolve(file)).href, import.meta.url)
}

/** Why a module could not be loaded, in a sentence. */
export function whyNotLoaded(error: unknown): string {
  const [what = '', place = ''] = (error instanceof Error ? error.message : String(error)).split(
    '\n',
  )
  // A compiler says in its second line where the mistake is.
  return `It could not be loaded: ${what}${what.endsWith(':') ? ` ${place.trim()}` : ''}`
}
