// The pages. Each is its own chunk, loaded on the first visit. A page of a model is given its id;
// workflows, topics and functions are given the one that the address names.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PageName } from './router.ts'

export interface PageProps {
  /** The model; empty on pages that belong to none. */
  readonly id: string
  /** The workflow, topic or function that the address names. */
  readonly item: string | undefined
}

export type Page = ComponentType<PageProps>

/** A page is a folder whose index exports one component, named …Page. */
const files = import.meta.glob<Readonly<Record<string, Page>>>('../pages/*/index.tsx')

function page(name: PageName): LazyExoticComponent<Page> {
  return lazy(async () => {
    const file = await files[`../pages/${name}/index.tsx`]?.()
    const found = Object.entries(file ?? {}).find(([exported]) => exported.endsWith('Page'))
    if (found === undefined) throw new Error(`The interface was built without its page ${name}.`)
    return { default: found[1] }
  })
}

export const pages: Readonly<Record<PageName, LazyExoticComponent<Page>>> = {
  models: page('models'),
  workflows: page('workflows'),
  topics: page('topics'),
  functions: page('functions'),
  outside: page('outside'),
  new: page('new'),
  sheet: page('sheet'),
  source: page('source'),
  rules: page('rules'),
  graph: page('graph'),
  history: page('history'),
  events: page('events'),
  jobs: page('jobs'),
  simulate: page('simulate'),
  missing: page('missing'),
}

/** Pages that fill the window and scroll inside. */
export const fixedPages: ReadonlySet<PageName> = new Set(['sheet', 'source', 'graph'])
