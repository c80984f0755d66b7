// Addresses. Pages are found by the path alone, so every view can be linked, reloaded and gone back to;
// the selection inside a page lives in the query (`?cell=H2`).

import { useCallback, useSyncExternalStore } from 'react'

/** Sections of one model, in the order of the rail. */
export const sections = [
  'sheet',
  'source',
  'rules',
  'graph',
  'history',
  'events',
  'jobs',
  'simulate',
] as const
export type Section = (typeof sections)[number]

export type PageName =
  | 'models'
  | 'workflows'
  | 'topics'
  | 'functions'
  | 'outside'
  | 'new'
  | Section
  | 'missing'

export interface Route {
  readonly page: PageName
  /** The model, if the page belongs to one. */
  readonly id: string | undefined
  /** The name in `/workflows/:name`, `/topics/:topic` or `/functions/:name`. */
  readonly item: string | undefined
}

export function routeOf(path: string): Route {
  const [first, second, third, ...rest] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  const route = (page: PageName, id?: string, item?: string): Route => ({ page, id, item })
  if (rest.length > 0) return route('missing')
  if (first === undefined) return route('models')
  if (first === 'models') return modelRoute(second, third)
  if (third !== undefined) return route('missing')
  if (first === 'workflows' || first === 'topics' || first === 'functions') {
    return route(first, undefined, second)
  }
  if ((first === 'new' || first === 'outside') && second === undefined) return route(first)
  return route('missing')
}

function modelRoute(id: string | undefined, section: string | undefined): Route {
  if (id === undefined) return { page: 'models', id: undefined, item: undefined }
  const page = section === undefined ? 'sheet' : sections.find((name) => name === section)
  return { page: page ?? 'missing', id, item: undefined }
}

/** An address typed by hand may hold a broken escape; it is then simply not found. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Where things are. */
export const to = {
  models: '/',
  workflows: '/workflows',
  topics: '/topics',
  functions: '/functions',
  outside: '/outside',
  newModel: '/new',
  workflow: (name: string) => `/workflows/${encodeURIComponent(name)}`,
  topic: (topic: string) => `/topics/${encodeURIComponent(topic)}`,
  function: (name: string) => `/functions/${encodeURIComponent(name)}`,
  /** A section of a model; `query` such as `{ cell: 'H2' }`. */
  model: (id: string, section: Section = 'sheet', query: Readonly<Record<string, string>> = {}) => {
    const path = `/models/${encodeURIComponent(id)}${section === 'sheet' ? '' : `/${section}`}`
    const text = new URLSearchParams(query).toString()
    return text === '' ? path : `${path}?${text}`
  },
} as const

const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', changed)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', changed)
  }
}

/** Goes to an address of this site. `replace` leaves no step to go back to. */
export function navigate(address: string, { replace = false } = {}): void {
  if (address === location.pathname + location.search) return
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  changed()
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

export function useRoute(): Route {
  return routeOf(usePath())
}

/** One value of the query, and how to change it: undefined takes it away. */
export function useSearchParam(
  name: string,
): [string | undefined, (value: string | undefined, how?: { replace?: boolean }) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const value = new URLSearchParams(search).get(name) ?? undefined
  const set = useCallback(
    (next: string | undefined, { replace = true } = {}) => {
      const query = new URLSearchParams(location.search)
      if (next === undefined) query.delete(name)
      else query.set(name, next)
      const text = query.toString()
      navigate(text === '' ? location.pathname : `${location.pathname}?${text}`, { replace })
    },
    [name],
  )
  return [value, set]
}
