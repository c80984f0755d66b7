// Keys. A part of a page registers its keys while it is mounted; `?` lists all of them. Keys that are typed
// into a field are not shortcuts, unless Ctrl (or Cmd) is held.

import { useEffect, useRef } from 'react'
import { createValue, useValue } from '../data/value-store.ts'
import { CHORD_MS } from '../limits.ts'

export interface Shortcut {
  /** "?", "Ctrl K", "g m" for g and then m, "ArrowDown". */
  readonly keys: string
  /** In words, as the sheet of shortcuts and the palette show it: "Go to the models". */
  readonly what: string
  readonly group: string
  readonly run: (event: KeyboardEvent) => void
}

const active = createValue<readonly Shortcut[]>([])

/** All that work now, the newest last. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useValue(active)
}

/** The key works while the component is there. Later ones win over earlier ones. */
export function useShortcut(
  keys: string,
  what: string,
  run: (event: KeyboardEvent) => void,
  group = 'This page',
): void {
  const newest = useRef(run)
  newest.current = run
  useEffect(() => {
    const shortcut: Shortcut = { keys, what, group, run: (event) => newest.current(event) }
    active.set([...active.get(), shortcut])
    return () => active.set(active.get().filter((one) => one !== shortcut))
  }, [keys, what, group])
}

let first: { key: string; at: number } | undefined

/** Listens for all of them; the shell calls it once. */
export function listenForShortcuts(): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const name = nameOf(event)
    const typing = isTyping(event.target) && !event.ctrlKey && !event.metaKey
    if (typing || document.querySelector('dialog[open]') !== null) return
    const chord = first !== undefined && Date.now() - first.at < CHORD_MS ? first.key : undefined
    first = undefined
    const shortcut = (chord === undefined ? undefined : find(`${chord} ${name}`)) ?? find(name)
    if (shortcut !== undefined) {
      event.preventDefault()
      shortcut.run(event)
    } else if (active.get().some((one) => one.keys.startsWith(`${name} `) && name.length === 1)) {
      first = { key: name, at: Date.now() }
    }
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}

function find(keys: string): Shortcut | undefined {
  return active.get().findLast((one) => one.keys.toLowerCase() === keys.toLowerCase())
}

/** Shift is part of a printed sign already: `?` is not "Shift ?". Letters and named keys have it. */
function nameOf(event: KeyboardEvent): string {
  const held = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && /^([a-z]|..+)$/i.test(event.key) ? 'Shift' : '',
  ].filter((name) => name !== '')
  return [...held, event.key].join(' ')
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
