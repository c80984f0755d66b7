// The sheet with its bars and the why panel.

import type { CellView, ModelDetail } from '@cellwake/client'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useShortcut } from '../../app/shortcuts.ts'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/rights.ts'
import { SHEET_MIN_COLUMNS, SHEET_MIN_ROWS, SPARE_COLUMNS, SPARE_ROWS } from '../../limits.ts'
import { ToastPlace } from '../../parts/toast.tsx'
import { WhyPanel } from '../../parts/why/index.tsx'
import { useExplanation, useSettled } from '../../parts/why/use-explanation.ts'
import { CellEditor, CellNote, type Leave } from './cell-editor.tsx'
import { FindBar } from './find-bar.tsx'
import { FormulaBar } from './formula-bar.tsx'
import { Grid } from './grid.tsx'
import { labelOf } from './labels.ts'
import { NamesStrip } from './names-strip.tsx'
import { PastBanner } from './past-banner.tsx'
import { type Place, placeOf, rectSize, symbolAt } from './places.ts'
import { type Bounds, moved, selectCell, selectedRect } from './selection.ts'
import { SheetState } from './sheet-state.tsx'
import { SheetTabs } from './sheet-tabs.tsx'
import { StatusBar } from './status-bar.tsx'
import { useColumns } from './use-columns.ts'
import { useCommands } from './use-commands.ts'
import { useEdits } from './use-edits.ts'
import { useFocus } from './use-focus.ts'
import { useNames } from './use-names.ts'
import { useNarrow } from './use-narrow.ts'
import { usePast } from './use-past.ts'
import { useSearch } from './use-search.ts'
import { useSheetData } from './use-sheet-data.ts'
import { useSums } from './use-sums.ts'
import { useWhy } from './use-why.ts'
import './sheet.css'

const keyOfLeave = { down: 'Enter', up: 'Enter', right: 'ArrowRight', left: 'ArrowLeft' } as const

export function SheetView({ model, at }: { model: ModelDetail; at: string | undefined }) {
  const { id } = model
  const focus = useFocus(model)
  const { sheet, selection, symbol } = focus
  const { data, onVisible } = useSheetData(id, sheet, at)
  const used = useUsed(model, sheet)
  const bounds = useBounds(used, selection.head)
  const narrow = useNarrow()
  const columns = useColumns(id, data, bounds.columns, narrow)
  const names = useNames(id, model.names, model.version, at)
  const scroller = useRef<HTMLDivElement>(null)
  const keys = useRef<HTMLTableElement>(null)
  const past = usePast(id, at)
  const readOnly = !useMay('write') || at !== undefined
  const search = useSearch(id, sheet, used, at)
  const rect = selectedRect(selection)
  const sums = useSums(data, rect)

  const known = useCallback(
    (asked: string): CellView | undefined => {
      const place = placeOf(asked)
      return place === undefined ? names.find(({ name }) => name === asked)?.cell : data.cell(place)
    },
    [data, names],
  )
  const seen = useCallback(
    async (symbols: readonly string[], rev: number) => {
      // Frames bring it; without a connection, or before they do, it is fetched.
      if (data.rev >= rev) return
      const query = { symbols: symbols.slice(0, 200).join(',') }
      const answer = await client.cells({ id }, query)
      data.apply(answer.cells, answer.rev)
    },
    [data, id],
  )
  const edits = useEdits(id, known, seen)
  const onFind = () => search.setWords(search.words ?? '')
  const commands = useCommands({ id, data, names, focus, edits, used, readOnly, onFind })
  const why = useWhy(symbol, focus.go)
  const settled = useSettled(symbol)
  const cell = known(symbol)
  const changes = cell && `${cell.rev}:${cell.status}`
  const explained = useExplanation(id, settled, { at, changes }).data
  const isExplained = explained !== undefined && settled === symbol

  const focusGrid = useCallback(() => keys.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // After the shell, which gives the focus to the page as a whole.
    const timer = setTimeout(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.id === 'main') focusGrid()
    })
    return () => clearTimeout(timer)
  }, [focusGrid])
  const { forgetNotes } = edits
  useEffect(() => {
    // A note about the former selection has been read; a refused text stays for correction.
    if (symbol !== '') forgetNotes()
  }, [symbol, forgetNotes])
  const leave = (how: Leave) => {
    focusGrid()
    if (how === 'stay' || focus.name !== undefined) return
    const key =
      keyOfLeave[how] === 'Enter' ? (how === 'down' ? 'ArrowDown' : 'ArrowUp') : keyOfLeave[how]
    const around = { ...bounds, used, pageRows: 1, filled: data.filled }
    focus.select(moved(selection, { key, shift: false, ctrl: false }, around) ?? selection)
  }
  const step = (by: 1 | -1) => {
    const place = search.step(selection.head, by)
    if (place !== undefined) focus.select(selectCell(place))
  }
  useShortcut('w', 'Why is it so', why.ask, 'Sheet')
  useShortcut('Shift W', 'Close why', why.close, 'Sheet')
  useShortcut('/', 'Find in this sheet', onFind, 'Sheet')
  useShortcut('Escape', 'Close the search', () => search.setWords(undefined), 'Sheet')
  useShortcut('n', 'Next that was found', () => step(1), 'Sheet')
  useShortcut('Shift N', 'Previous that was found', () => step(-1), 'Sheet')

  const place = (at: Place) => symbolAt(sheet, at)
  return (
    <div className={why.isOpen ? 'model with-why' : 'model'}>
      {!readOnly && <RefreshKey onRefresh={() => commands.refresh(symbol)} />}
      <div className="model-bars">
        {at !== undefined && <PastBanner {...past} />}
        <FormulaBar
          symbol={symbol}
          cell={cell}
          formula={formulaOf(symbol) ?? undefined}
          changed={isExplained ? explained.why.changed : undefined}
          onGo={(address) => {
            const found = focus.go(address)
            if (found) focusGrid()
            return found
          }}
          onEdit={readOnly ? undefined : () => commands.open(symbol)}
          onWhy={why.isOpen ? undefined : why.ask}
        />
        <NamesStrip
          names={names}
          selected={focus.name}
          model={id}
          edits={edits}
          onSelect={focus.chooseName}
          onOpen={commands.open}
          onRing={commands.refresh}
          onLeave={leave}
        />
        {search.words !== undefined && (
          <FindBar
            words={search.words}
            found={search.found}
            at={search.indexOf(selection.head)}
            rows={used.rows}
            onWords={search.setWords}
            onStep={step}
            onClose={() => {
              search.setWords(undefined)
              focusGrid()
            }}
          />
        )}
      </div>
      <div className="model-sheet">
        <ToastPlace />
        <SheetState data={data} model={model} />
        <Grid
          model={id}
          data={data}
          label={`${model.title}, ${sheet}`}
          bounds={bounds}
          used={used}
          layout={columns.layout}
          fits={columns.fits}
          selection={selection}
          reads={isExplained ? explained.why.reads.map((read) => read.symbol) : []}
          found={search.frames}
          isBeside={focus.name !== undefined}
          filter={search.filter}
          readOnly={readOnly}
          stick={narrow}
          scroller={scroller}
          keys={keys}
          onSelect={focus.select}
          onVisible={onVisible}
          onKey={commands.onKey}
          onOpen={(at) => commands.open(place(at))}
          onRing={(at) => {
            focus.select(selectCell(at))
            commands.refresh(place(at))
          }}
          onCopy={commands.onCopy}
          onPaste={commands.onPaste}
          onResize={columns.resize}
          onFit={columns.fit}
        >
          {(geometry) => (
            <>
              {[...edits.drafts.values()].map((draft) => (
                <CellNote
                  key={draft.symbol}
                  geometry={geometry}
                  sheet={sheet}
                  draft={draft}
                  model={id}
                  onDismiss={() => edits.dismiss(draft.symbol)}
                />
              ))}
              {edits.editing !== undefined && (
                <CellEditor
                  key={edits.editing.symbol}
                  geometry={geometry}
                  sheet={sheet}
                  editing={edits.editing}
                  onType={edits.type}
                  onCommit={(how) => {
                    edits.commit()
                    leave(how)
                  }}
                  onCancel={() => {
                    edits.cancel()
                    focusGrid()
                  }}
                />
              )}
            </>
          )}
        </Grid>
      </div>
      <div className="model-foot">
        <SheetTabs
          sheets={model.sheets.map(({ name }) => name)}
          current={sheet}
          onChoose={focus.chooseSheet}
        />
        <StatusBar
          model={model}
          filter={search.filter}
          found={
            search.found === undefined || search.filter === undefined
              ? undefined
              : { at: search.indexOf(selection.head), of: search.found.places.length }
          }
          sums={sums}
          selectedCells={rectSize(rect)}
          readOnly={readOnly}
          onFilter={search.toggleFilter}
        />
      </div>
      {why.isOpen && (
        <WhyPanel
          model={id}
          symbol={why.pinned ? why.symbol : settled}
          at={at}
          changes={why.pinned ? known(why.symbol)?.rev : changes}
          pinned={why.pinned}
          labelOf={(asked) => labelOf(data, asked)}
          onFollow={why.follow}
          onBack={why.canGoBack ? why.back : undefined}
          onPin={why.pin}
          onClose={why.close}
        />
      )}
    </div>
  )

  function formulaOf(asked: string): string | null | undefined {
    const at = placeOf(asked)
    const written = at === undefined ? undefined : data.cell(at)?.formula
    return written ?? (isExplained && explained.why.symbol === asked ? explained.why.formula : null)
  }
}

function RefreshKey({ onRefresh }: { onRefresh: () => void }) {
  useShortcut('r', 'Refresh the selected cell', onRefresh, 'Sheet')
  return null
}

function useUsed({ sheets }: ModelDetail, name: string): Bounds {
  const size = sheets.find((sheet) => sheet.name === name)
  const rows = size?.rows ?? 1
  const columns = size?.columns ?? 1
  return useMemo(
    () => ({ rows: Math.max(1, rows), columns: Math.max(1, columns) }),
    [rows, columns],
  )
}

/** Room to write below and beside the used range, and at any selected place. */
function useBounds(used: Bounds, head: Place): Bounds {
  const rows = Math.max(used.rows + SPARE_ROWS, head.row, SHEET_MIN_ROWS)
  const columns = Math.max(used.columns + SPARE_COLUMNS, head.column, SHEET_MIN_COLUMNS)
  return useMemo(() => ({ rows, columns }), [rows, columns])
}
