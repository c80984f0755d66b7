// Names have no cell, so they stand between the formula bar and the sheet, with the same marks as cells.

import type { CellRole, CellView } from '@cellwake/client'
import { Glyph } from '../../parts/glyph.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { Age } from './age.tsx'
import { EditField, type Leave, Refusal } from './cell-editor.tsx'
import { errorMessage, shownCell, statusWords } from './cell-text.ts'
import { startsEditing } from './use-commands.ts'
import type { Edits } from './use-edits.ts'
import type { NamedCell } from './use-names.ts'
import './names-strip.css'

export function NamesStrip({
  names,
  selected,
  model,
  edits,
  onSelect,
  onOpen,
  onRing,
  onLeave,
}: {
  names: readonly NamedCell[]
  selected: string | undefined
  model: string
  edits: Edits
  onSelect: (name: string) => void
  onOpen: (name: string, typed?: string) => void
  onRing: (name: string) => void
  onLeave: (leave: Leave) => void
}) {
  if (names.length === 0) return null
  const refused = names.flatMap(({ name }) => {
    const draft = edits.drafts.get(name)
    return draft?.state === 'refused' ? [draft] : []
  })
  return (
    <div className="names" data-tour="names">
      <ul aria-label="Names of this model">
        {names.map((named) => (
          <li key={named.name} className={itemClass(named, selected)} {...markOf(named.cell)}>
            {edits.editing?.symbol === named.name ? (
              <>
                <small>{named.name}</small>
                <EditField
                  editing={edits.editing}
                  onType={edits.type}
                  onCommit={(leave) => {
                    edits.commit()
                    onLeave(leave)
                  }}
                  onCancel={() => {
                    edits.cancel()
                    onLeave('stay')
                  }}
                />
              </>
            ) : (
              <NameButton
                named={named}
                isSelected={named.name === selected}
                model={model}
                isSaving={edits.drafts.get(named.name)?.state === 'saving'}
                onSelect={() => {
                  if (named.name === selected) onOpen(named.name)
                  else onSelect(named.name)
                }}
                onOpen={(typed) => onOpen(named.name, typed)}
                onRing={() => onRing(named.name)}
              />
            )}
          </li>
        ))}
      </ul>
      {refused.map((draft) => (
        <Refusal
          key={draft.symbol}
          draft={draft}
          model={model}
          onDismiss={() => edits.dismiss(draft.symbol)}
        />
      ))}
    </div>
  )
}

function NameButton({
  named: { name, cell },
  isSelected,
  isSaving,
  model,
  onSelect,
  onOpen,
  onRing,
}: {
  named: NamedCell
  isSelected: boolean
  isSaving: boolean
  model: string
  onSelect: () => void
  onOpen: (typed?: string) => void
  onRing: () => void
}) {
  const zone = useZone()
  const shown = cell === undefined ? undefined : shownCell(cell, zone)
  const status = cell === undefined || cell.status === 'ready' ? undefined : cell.status
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      data-tip={cell === undefined ? undefined : (errorMessage(cell) ?? tipOf(cell))}
      onClick={(event) => {
        const ring = (event.target as Element).closest('.g') !== null
        if (ring) onRing()
        else onSelect()
      }}
      onDoubleClick={() => onOpen()}
      onKeyDown={(event) => {
        const isHeld = event.ctrlKey || event.metaKey || event.altKey
        if (event.key === 'F2') onOpen()
        else if (!isHeld && startsEditing(event.key)) onOpen(event.key)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <small>{name}</small>
      <span>
        {status !== undefined && <Glyph name={status} label={status} spin={status === 'running'} />}
        {status === 'stale' && cell !== undefined && (
          <Age model={model} symbol={name} rev={cell.rev} />
        )}
        <span className={shown?.isError ? 'v c-failed' : 'v'}>
          {isSaving ? 'saving' : shown === undefined ? ' ' : shown.text || '–'}
        </span>
      </span>
    </button>
  )
}

function tipOf(cell: CellView): string | undefined {
  return cell.status === 'ready' ? undefined : statusWords[cell.status]
}

function markOf(cell: CellView | undefined): { 'data-s'?: string } {
  return cell === undefined || cell.status === 'ready' ? {} : { 'data-s': cell.status }
}

const roleClasses: Partial<Record<CellRole, string>> = { input: 'in', rule: 'own' }

function itemClass({ name, role, flash }: NamedCell, selected: string | undefined): string {
  const classes = [role === undefined ? '' : (roleClasses[role] ?? '')]
  if (name === selected) classes.push('sel')
  if (flash > 0) classes.push(`flash-${flash}`)
  return classes.filter((one) => one !== '').join(' ')
}
