// Which changes void a read: one table, for changes made here and for changes made elsewhere.

import type { Depth, Path, Tx, Value } from '../../src/index.ts'
import { at } from './support.ts'

export const START: Value = { a: { x: 1, y: 2 }, list: [1, 2], n: 1, blank: null }

export type Basis = readonly [
  read: string,
  depth: Depth,
  path: Path,
  change: string,
  act: (tx: Tx) => void,
  verdict: 'stale' | 'holds',
]

const set = (path: Path, value: Value) => (tx: Tx) => tx.write(at('d', ...path), value)
const remove =
  (...path: Path) =>
  (tx: Tx) =>
    tx.delete(at('d', ...path))

export const BASES: readonly Basis[] = [
  ['the whole', 'deep', [], 'a change deep inside', set(['a', 'x'], 9), 'stale'],
  ['the whole', 'deep', [], 'a new field', set(['new'], 1), 'stale'],
  ['a part', 'deep', ['a'], 'a change inside it', set(['a', 'x'], 9), 'stale'],
  ['a part', 'deep', ['a'], 'a change beside it', set(['n'], 9), 'holds'],
  ['a leaf', 'deep', ['a', 'x'], 'a change of it', set(['a', 'x'], 9), 'stale'],
  ['a leaf', 'deep', ['a', 'x'], 'a change of its sibling', set(['a', 'y'], 9), 'holds'],
  ['a leaf', 'deep', ['a', 'x'], 'a parent that keeps it', set(['a'], { x: 1 }), 'holds'],
  ['a leaf', 'deep', ['a', 'x'], 'a parent without it', set(['a'], { y: 2 }), 'stale'],
  ['a leaf', 'deep', ['a', 'x'], 'a whole that keeps it', set([], { a: { x: 1 } }), 'holds'],
  ['a leaf', 'deep', ['a', 'x'], 'the end of the document', remove(), 'stale'],
  ['a leaf', 'deep', ['a', 'x'], 'a scalar in place of its parent', set(['a'], 3), 'stale'],
  ['a blank', 'deep', ['blank'], 'its removal', remove('blank'), 'stale'],
  ['a missing field', 'deep', ['none'], 'a change beside it', set(['n'], 9), 'holds'],
  ['a missing field', 'deep', ['none'], 'its appearance', set(['none'], 1), 'stale'],
  ['a missing field', 'deep', ['none'], 'the end of the document', remove(), 'stale'],
  ['below a missing field', 'deep', ['none', 'x'], 'a blank there', set(['none'], null), 'holds'],
  ['below a missing field', 'deep', ['none', 'x'], 'an object there', set(['none'], {}), 'stale'],
  ['below a scalar', 'deep', ['n', 'x'], 'another scalar', set(['n'], 2), 'holds'],
  ['below a scalar', 'deep', ['n', 'x'], 'an object', set(['n'], {}), 'stale'],
  ['an element', 'deep', ['list', 1], 'a change of it', set(['list', 1], 9), 'stale'],
  ['an element', 'deep', ['list', '1'], 'a change of it', set(['list', 1], 9), 'stale'],
  ['an element', 'deep', ['list', 1], 'a change of another', set(['list', 0], 9), 'holds'],
  ['an element', 'deep', ['list', 1], 'the removal of one before it', remove('list', 0), 'stale'],
  ['beyond a list', 'deep', ['list', 2], 'a new element', set(['list', 2], 3), 'stale'],
  ['the shape of the whole', 'shallow', [], 'a change deep inside', set(['a', 'x'], 9), 'holds'],
  ['the shape of the whole', 'shallow', [], 'a change of a leaf', set(['n'], 9), 'holds'],
  ['the shape of the whole', 'shallow', [], 'a new field', set(['new'], 1), 'stale'],
  ['the shape of the whole', 'shallow', [], 'a removed field', remove('n'), 'stale'],
  ['the shape of the whole', 'shallow', [], 'a scalar instead', set([], 1), 'stale'],
  ['the shape of the whole', 'shallow', [], 'the end of the document', remove(), 'stale'],
  ['the shape of a part', 'shallow', ['a'], 'other values', set(['a'], { x: 8, y: 9 }), 'holds'],
  ['the shape of a part', 'shallow', ['a'], 'a new field in it', set(['a', 'z'], 1), 'stale'],
  ['the shape of a part', 'shallow', ['a'], 'a list instead', set(['a'], [1, 2]), 'stale'],
  ['the shape of a list', 'shallow', ['list'], 'a changed element', set(['list', 0], 9), 'holds'],
  ['the shape of a list', 'shallow', ['list'], 'a new element', set(['list', 2], 3), 'stale'],
  ['the shape of a list', 'shallow', ['list'], 'a removed element', remove('list', 0), 'stale'],
  ['the shape of a leaf', 'shallow', ['n'], 'another value', set(['n'], 2), 'stale'],
  ['the shape of a blank', 'shallow', ['blank'], 'an empty object', set(['blank'], {}), 'stale'],
]
