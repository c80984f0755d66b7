// `g` then a letter goes somewhere; `n` begins a model; `?` opens the shortcuts, Ctrl K the
// palette.

import { useMay } from '../data/rights.ts'
import { openOverlay } from './overlays.ts'
import { navigate, type Route, type Section, to } from './router.ts'
import { useShortcut } from './shortcuts.ts'

const everywhere = 'Everywhere'

export function GoKeys({ route }: { route: Route }) {
  useShortcut('Ctrl k', 'Find or do', () => openOverlay({ name: 'palette' }), everywhere)
  useShortcut('/', 'Find or do', () => openOverlay({ name: 'palette' }), everywhere)
  useShortcut('?', 'All shortcuts', () => openOverlay({ name: 'shortcuts' }), everywhere)
  useShortcut('g m', 'Go to the models', () => navigate(to.models), everywhere)
  useShortcut('g w', 'Go to the workflows', () => navigate(to.workflows), everywhere)
  useShortcut('g t', 'Go to the topics', () => navigate(to.topics), everywhere)
  useShortcut('g f', 'Go to the functions', () => navigate(to.functions), everywhere)
  useShortcut('g o', 'Go to the outside', () => navigate(to.outside), everywhere)
  const mayDeploy = useMay('deploy')
  return (
    <>
      {mayDeploy && <NewKey />}
      {route.id !== undefined && <SectionKeys id={route.id} />}
    </>
  )
}

function NewKey() {
  useShortcut('n', 'New model', () => navigate(to.newModel), everywhere)
  return null
}

function SectionKeys({ id }: { id: string }) {
  return (
    <>
      <GoKey id={id} letter="s" section="sheet" />
      <GoKey id={id} letter="c" section="source" />
      <GoKey id={id} letter="r" section="rules" />
      <GoKey id={id} letter="d" section="graph" />
      <GoKey id={id} letter="h" section="history" />
      <GoKey id={id} letter="e" section="events" />
      <GoKey id={id} letter="j" section="jobs" />
      <GoKey id={id} letter="i" section="simulate" />
    </>
  )
}

const words: Readonly<Record<Section, string>> = {
  sheet: 'Go to the sheet',
  source: 'Go to the source',
  rules: 'Go to the rules',
  graph: 'Go to the graph',
  history: 'Go to the history',
  events: 'Go to the events',
  jobs: 'Go to the jobs',
  simulate: 'Go to simulate',
}

function GoKey({ id, letter, section }: { id: string; letter: string; section: Section }) {
  useShortcut(`g ${letter}`, words[section], () => navigate(to.model(id, section)), 'This model')
  return null
}
