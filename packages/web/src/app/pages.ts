// The pages. Each is its own chunk, loaded when somebody goes there. A page of a model is given its id; topics
// and functions are given the one that the address names.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PageName } from './router.ts'

export interface PageProps {
  /** The model; empty on pages that belong to none. */
  readonly id: string
  /** The topic or function that the address names. */
  readonly item: string | undefined
}

export type Page = ComponentType<PageProps>

const files = import.meta.glob<Record<string, unknown>>('../pages/*/index.tsx')

function page(name: string): LazyExoticComponent<Page> {
  return lazy(async () => {
    const file = await files[`../pages/${name}/index.tsx`]?.()
    const component = Object.values(file ?? {}).find((value) => typeof value === 'function')
    return { default: (component ?? (() => null)) as Page }
  })
}

export const pages: Readonly<Record<PageName, LazyExoticComponent<Page>>> = {
  models: page('models'),
  topics: page('topics'),
  functions: page('functions'),
  new: page('new'),
  sheet: page('sheet'),
  source: page('source'),
  rules: page('rules'),
  graph: page('graph'),
  history: page('history'),
  events: page('events'),
  simulate: page('simulate'),
  missing: page('missing'),
}

/** Pages that fill the window and scroll inside. */
export const fixedPages: ReadonlySet<PageName> = new Set(['sheet', 'source', 'graph'])
