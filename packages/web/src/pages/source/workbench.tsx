// The text in the editor beside the version that runs: the difference, the diagnostics, the consequences of a
// deploy.

import { parse, print } from '@cellwake/language'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParam } from '../../app/router.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useCells, useModelEvents } from '../../data/live.ts'
import { useRules } from '../../data/models.ts'
import { useNow } from '../../data/now.ts'
import { useMay } from '../../data/rights.ts'
import { ToastPlace, toast } from '../../parts/toast.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { Conflict } from './conflict.tsx'
import { DeployBar } from './deploy-bar.tsx'
import { diagnose } from './diagnosis.ts'
import { keepDraft, keptDraft, type Running } from './draft.ts'
import { Editor, type EditorHandle } from './editor.tsx'
import { changedLines, lineDiff } from './line-diff.ts'
import { cellValue, lineValues, watchedSymbols } from './line-values.ts'
import { SourceTabs } from './source-tabs.tsx'
import { useDeploy, usePlan } from './use-deploy.ts'
import { useRested } from './use-rested.ts'
import { VersionsDialog } from './versions-dialog.tsx'

export function Workbench({ id, running }: { id: string; running: Running }) {
  const [base, setBase] = useState<Running>(() => ({
    ...running,
    version: keptDraft(id)?.version ?? running.version,
  }))
  const [text, setText] = useState(() => keptDraft(id)?.text ?? running.source)
  const isEdited = text !== running.source
  const isBehind = running.version !== base.version
  const handle = useRef<EditorHandle>(null)
  const [showsVersions, setShowsVersions] = useState(false)
  const mayDeploy = useMay('deploy')

  useEffect(() => {
    keepDraft(id, isEdited ? { version: base.version, text } : undefined)
  }, [id, isEdited, base.version, text])
  const before = useRef(running)
  useEffect(() => {
    const old = before.current
    before.current = running
    if (old.version === running.version) return
    // Nothing was written here, or the same: the page goes along.
    if (text === old.source) handle.current?.replace(running.source)
    if (text === old.source || text === running.source) setBase(running)
  }, [running, text])

  const rested = useRested(text)
  const diagnosis = useMemo(() => diagnose(rested), [rested])
  const deployed = useMemo(() => diagnose(running.source), [running.source])
  const rulesQuery = useRules(id)
  const rules = rulesQuery.data?.rules
  useModelEvents([id], (_, event) => {
    if (event.type === 'fired' || event.type === 'not-fired') rulesQuery.reload()
  })
  const symbols = useMemo(() => watchedSymbols(deployed), [deployed])
  const { cells } = useCells(id, symbols)
  const now = useNow(10_000)
  const zone = useZone()
  const known = useMemo(
    () => ({
      diagnosis,
      values: lineValues(diagnosis, deployed, cells, rules, now, zone),
      ...changedLines(lineDiff(running.source, rested)),
    }),
    [diagnosis, deployed, cells, rules, now, zone, running.source, rested],
  )

  const plan = usePlan(id, isEdited && diagnosis.errors === 0 ? rested : undefined)
  const [state, deploy] = useDeploy(id, (version, source) => setBase({ version, source }))
  const canDeploy = isEdited && diagnosis.errors === 0 && rested === text && !isBehind
  const deployNow = () => {
    // Never an unchecked text: a letter typed just now waits for its check.
    const isCurrent = handle.current?.text() === text
    if (mayDeploy && canDeploy && isCurrent && state.state !== 'running')
      void deploy(text, base.version)
  }
  const goToError = () => {
    const first = diagnosis.diagnostics.find(({ severity }) => severity === 'error')
    if (first !== undefined) handle.current?.goTo(first.start)
  }
  const format = () => {
    const { model, diagnostics } = parse(handle.current?.text() ?? text)
    if (diagnostics.some(({ severity }) => severity === 'error'))
      toast({ glyph: 'attention', text: 'A text with mistakes keeps its form. Mend them first.' })
    else handle.current?.replace(print(model))
  }
  useShortcut('Ctrl s', 'Deploy', deployNow)
  useShortcut('Alt Shift F', 'Format the text', format)
  useLineOfAddress(text, handle)

  return (
    <div className="src">
      <SourceTabs
        id={id}
        version={running.version}
        isEdited={isEdited}
        diagnosis={diagnosis}
        onFormat={mayDeploy ? format : undefined}
        onVersions={() => setShowsVersions(true)}
        onGo={(offset) => handle.current?.goTo(offset)}
      />
      {isBehind && isEdited && (
        <Conflict
          id={id}
          base={base.version}
          running={running}
          text={text}
          onTheirs={() => {
            handle.current?.replace(running.source)
            setBase(running)
          }}
          onMine={() => setBase(running)}
        />
      )}
      <Editor
        key={mayDeploy ? 'edit' : 'read'}
        isReadOnly={!mayDeploy}
        handle={handle}
        text={text}
        onChange={setText}
        known={known}
        describe={(symbol) => {
          const cell = cells?.[symbol]
          return cell === undefined
            ? undefined
            : { title: symbol, text: `${cellValue(cell, 'ready', zone).text} (${cell.status})` }
        }}
        onDeploy={deployNow}
        onFormat={format}
      />
      <div className="src-toasts">
        <ToastPlace />
      </div>
      {isEdited && mayDeploy && (
        <DeployBar
          id={id}
          version={running.version}
          diagnosis={diagnosis}
          isChecked={rested === text}
          rules={rules ?? []}
          plan={plan}
          cells={cells}
          state={state}
          onDeploy={deployNow}
          onDiscard={() => {
            const lost = handle.current?.text() ?? text
            handle.current?.replace(running.source)
            toast({
              glyph: 'you',
              text: `Back to version ${running.version}.`,
              action: { verb: 'Undo', run: () => handle.current?.replace(lost) },
            })
          }}
          onFix={goToError}
        />
      )}
      {showsVersions && (
        <VersionsDialog
          id={id}
          current={running.version}
          source={running.source}
          onClose={() => setShowsVersions(false)}
        />
      )}
    </div>
  )
}

/** `?line=14` shows that line, once. */
function useLineOfAddress(text: string, handle: { readonly current: EditorHandle | null }): void {
  const [line] = useSearchParam('line')
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (line === undefined || shown.current === line) return
    shown.current = line
    const before = text.split('\n').slice(0, Math.max(0, Number(line) - 1))
    handle.current?.goTo(before.reduce((sum, one) => sum + one.length + 1, 0))
  }, [line, text, handle])
}
