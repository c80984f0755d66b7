// `?`: every key that works here, by group.

import { Fragment } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { useActiveShortcuts } from './shortcuts.ts'
import './shortcut-sheet.css'

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const all = useActiveShortcuts()
  // A page may take a key for itself; then the other meaning is not there.
  const active = all.filter(
    (one) => all.findLast((other) => other.keys.toLowerCase() === one.keys.toLowerCase()) === one,
  )
  const groups = new Map<string, Map<string, string>>()
  for (const { group, keys, what } of active) {
    const rows = groups.get(group) ?? new Map<string, string>()
    groups.set(group, rows.set(keys, what))
  }
  const pageFirst = [...groups].sort(
    ([a], [b]) => Number(a === 'Everywhere') - Number(b === 'Everywhere'),
  )
  return (
    <Dialog title="Shortcuts" onClose={onClose} wide>
      <div className="keys-sheet">
        {pageFirst.map(([group, rows]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {[...rows].map(([keys, what]) => (
                <Fragment key={keys}>
                  <dt>{what}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const printed: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{printed[key] ?? key}</kbd>
      ))}
    </span>
  )
}
