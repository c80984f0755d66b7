// Tags: what a value is meant to be. There are tags of the language, currencies with their codes,
// and tags that functions give to their results.

import type { Catalogue } from '../catalogue/signature.ts'
import { suggest } from '../suggest.ts'

const ownTags = [
  'number',
  'integer',
  'percentage',
  'currency',
  'text',
  'boolean',
  'date',
  'datetime',
  'duration',
  'list',
  'object',
  'any',
]

const known = new WeakMap<Catalogue, ReadonlySet<string>>()

/** Every tag that may be written, besides `currency:EUR` and its kind. */
export function tagsOf(catalogue: Catalogue): ReadonlySet<string> {
  const cached = known.get(catalogue)
  if (cached !== undefined) return cached
  const given = catalogue.names.flatMap((name) => catalogue.get(name)?.tag ?? [])
  const tags = new Set([...ownTags, ...given])
  known.set(catalogue, tags)
  return tags
}

/** The error in a tag, with the nearest known tag; undefined if the tag is known. */
export function tagProblem(
  tag: string,
  catalogue: Catalogue,
): { message: string; meant: string | undefined } | undefined {
  const tags = tagsOf(catalogue)
  if (tags.has(tag) || /^currency:[A-Z]{3}$/.test(tag)) return undefined
  const [, code] = /^currency:([a-z]{3})$/i.exec(tag) ?? []
  if (code !== undefined) {
    const meant = `currency:${code.toUpperCase()}`
    return { message: `A currency has three capital letters. Did you mean ${meant}?`, meant }
  }
  if (/^currency:/i.test(tag))
    return {
      message: `${tag} is not a currency: its code has three capital letters, as in currency:EUR. Plain currency stands for any.`,
      meant: 'currency',
    }
  const meant = suggest(tag, tags)
  if (meant !== undefined)
    return { message: `There is no tag ${tag}. Did you mean ${meant}?`, meant }
  return { message: `There is no tag ${tag}. The tags are ${[...tags].join(', ')}.`, meant }
}
