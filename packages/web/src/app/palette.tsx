// Ctrl K: finds models, names, cells, rules and functions, and runs actions. The list follows the query;
// arrows choose, Enter goes.

import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { client } from '../data/client.ts'
import { useModel, useModels, useRules } from '../data/models.ts'
import { useQuery } from '../data/query.ts'
import { useMay } from '../data/rights.ts'
import { useWorkflows } from '../data/workflows.ts'
import { Glyph, Icon } from '../parts/glyph.tsx'
import { useZone } from '../parts/zone-scope.tsx'
import { usePaletteActions } from './palette-actions.ts'
import { type PaletteItem, paletteItems } from './palette-items.ts'
import { SetValue } from './palette-set.tsx'
import type { Route } from './router.ts'
import './palette.css'

export function Palette({ route, onClose }: { route: Route; onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const [setting, setSetting] = useState<string>()
  // Before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = box.current
    if (dialog !== null && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className="pal"
      aria-label="Find or do"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) onClose()
      }}
    >
      {setting === undefined || route.id === undefined ? (
        <Find route={route} onClose={onClose} askValue={setSetting} />
      ) : (
        <SetValue id={route.id} symbol={setting} onDone={onClose} />
      )}
    </dialog>
  )
}

function Find({
  route,
  onClose,
  askValue,
}: {
  route: Route
  onClose: () => void
  askValue: (symbol: string) => void
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const items = useItems(typed, route, askValue)
  const list = useRef<HTMLDivElement>(null)
  const at = Math.min(chosen, Math.max(0, items.length - 1))
  useEffect(() => {
    list.current?.querySelector(`#pal-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const go = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    if (!item.id.startsWith('set:')) onClose()
    item.run()
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((at + step + items.length) % Math.max(1, items.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(items[at])
    }
  }
  return (
    <>
      <div className="pal-in">
        <Icon name="search" />
        <input
          // The dialog gives it the focus; a palette that must be clicked first would be none.
          role="combobox"
          aria-label="Find or do"
          aria-expanded="true"
          aria-controls="pal-list"
          aria-activedescendant={items.length > 0 ? `pal-${at}` : undefined}
          placeholder="A model, a name, a cell, a rule, a function"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onKeyDown={pressed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
        />
        <span className="key" aria-hidden="true">
          Esc
        </span>
      </div>
      {items.length === 0 && (
        <p className="pal-none">
          Nothing is called like that here. Names and rules are found in the model that is open.
        </p>
      )}
      <div ref={list} id="pal-list" className="pal-list" role="listbox" aria-label="Found">
        {items.map((item, i) => (
          <Row
            key={item.id}
            item={item}
            place={i}
            isOn={i === at}
            onPoint={setChosen}
            onGo={() => go(item)}
          />
        ))}
      </div>
    </>
  )
}

function Row({
  item,
  place,
  isOn,
  onPoint,
  onGo,
}: {
  item: PaletteItem
  place: number
  isOn: boolean
  onPoint: (place: number) => void
  onGo: () => void
}) {
  return (
    // Keys go to the field: the focus stays there, as in every combobox.
    <div
      id={`pal-${place}`}
      role="option"
      tabIndex={-1}
      aria-selected={isOn}
      onPointerMove={() => onPoint(place)}
      onClick={onGo}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onGo()
      }}
    >
      {item.glyph !== undefined && <Glyph name={item.glyph} />}
      {item.icon !== undefined && <Icon name={item.icon} />}
      {item.isCode === true ? <code>{item.text}</code> : <span>{item.text}</span>}
      <span className="detail">{item.detail}</span>
      <span className="where">{item.where}</span>
    </div>
  )
}

function useItems(
  typed: string,
  route: Route,
  askValue: (symbol: string) => void,
): readonly PaletteItem[] {
  const models = useModels().data?.models
  const model = useModel(route.id).data
  const rules = useRules(route.id).data?.rules
  const workflows = useWorkflows().data?.workflows
  const functions = useQuery('functions', () => client.functions()).data?.functions
  const names = model?.names.slice(0, 200) ?? []
  const cells = useQuery(
    model === undefined || names.length === 0 ? undefined : `model:${model.id}:palette`,
    () => client.cells({ id: model?.id ?? '' }, { symbols: names.join(',') }),
  ).data?.cells
  const actions = usePaletteActions(route)
  const zone = useZone()
  const mayWrite = useMay('write')
  return useMemo(
    () =>
      paletteItems(typed, {
        models: models ?? [],
        model,
        cells: cells ?? {},
        zone,
        rules: rules ?? [],
        functions: functions ?? [],
        workflows: workflows ?? [],
        actions,
        askValue: mayWrite ? askValue : undefined,
      }),
    [typed, models, model, cells, zone, rules, functions, workflows, actions, askValue, mayWrite],
  )
}
