// The rail: where one can go. 200 px with names, 52 px with icons and tooltips; on a phone the sections of a
// model become tabs that scroll, and the rest a bar at the bottom.

import { type ReactNode, useEffect, useRef } from 'react'
import { useModel, useModels } from '../data/models.ts'
import { useMay } from '../data/rights.ts'
import { useWorkflows } from '../data/workflows.ts'
import { formatCount } from '../parts/format.ts'
import { Brand, Glyph, Icon, type IconName } from '../parts/glyph.tsx'
import { Link } from '../parts/link.tsx'
import { openOverlay } from './overlays.ts'
import { type Route, type Section, to } from './router.ts'
import './rail.css'

export const sectionNames: readonly { section: Section; name: string; icon: IconName }[] = [
  { section: 'sheet', name: 'Sheet', icon: 'sheet' },
  { section: 'source', name: 'Source', icon: 'source' },
  { section: 'rules', name: 'Rules', icon: 'rules' },
  { section: 'graph', name: 'Graph', icon: 'graph' },
  { section: 'history', name: 'History', icon: 'history' },
  { section: 'events', name: 'Events', icon: 'events' },
  { section: 'jobs', name: 'Jobs', icon: 'jobs' },
  { section: 'simulate', name: 'Simulate', icon: 'simulate' },
]

export function Rail({ route }: { route: Route }) {
  const models = useModels().data?.models
  const mayDeploy = useMay('deploy')
  const isModels = route.page === 'models' || route.id !== undefined
  return (
    <div className="rail">
      <Link className="brand" to={to.models} aria-label="Cellwake, all models">
        <Brand />
        <span>Cellwake</span>
      </Link>
      <nav className="nav nav-g" aria-label="Cellwake">
        <Item
          to={to.models}
          name="Models"
          icon="models"
          current={route.page === 'models' ? 'page' : isModels ? 'true' : undefined}
          count={models === undefined ? undefined : formatCount(models.length)}
        />
        <Workflows current={here(route, 'workflows')} />
        <Item to={to.topics} name="Topics" icon="events" current={here(route, 'topics')} />
        <Item to={to.functions} name="Functions" icon="fn" current={here(route, 'functions')} />
        <Item
          to={to.outside}
          name="Outside"
          icon="jobs"
          current={here(route, 'outside')}
          className="hide-phone"
        />
        {mayDeploy && (
          <Item
            to={to.newModel}
            name="New model"
            icon="plus"
            current={here(route, 'new')}
            className="only-phone"
          />
        )}
      </nav>
      {route.id !== undefined && <Sections id={route.id} route={route} />}
      <div className="rail-foot">
        <span>
          Go to
          <span>
            <kbd>g</kbd> <kbd>m</kbd>
          </span>
        </span>
        <button type="button" onClick={() => openOverlay({ name: 'shortcuts' })}>
          All shortcuts <kbd>?</kbd>
        </button>
      </div>
    </div>
  )
}

/** The number of workflows that need a person, or else of all. */
function Workflows({ current }: { current: 'page' | undefined }) {
  const workflows = useWorkflows().data?.workflows
  const waiting = workflows?.filter(({ status }) => status === 'Needs attention').length ?? 0
  return (
    <Item
      to={to.workflows}
      name="Workflows"
      icon="flows"
      current={current}
      count={workflows === undefined ? undefined : formatCount(waiting || workflows.length)}
      mark={waiting > 0 ? <Glyph name="attention" label="needs attention" /> : undefined}
    />
  )
}

function here(route: Route, page: Route['page']): 'page' | undefined {
  return route.page === page ? 'page' : undefined
}

function Sections({ id, route }: { id: string; route: Route }) {
  const model = useModel(id).data
  const list = useRef<HTMLElement>(null)
  const { page } = route
  useEffect(() => {
    // On a phone the tabs scroll; the current one must be in sight.
    const current = list.current?.querySelector<HTMLElement>(`[data-section="${page}"]`)
    if (current) list.current?.scrollTo({ left: current.offsetLeft - 120 })
  }, [page])
  const title = model?.title ?? id
  const problems = model?.problems.length ?? 0
  return (
    <nav ref={list} className="nav nav-m" aria-label={title} data-tour="sections">
      <div className="nav-h">{title}</div>
      {sectionNames.map(({ section, name, icon }) => (
        <Item
          key={section}
          to={to.model(id, section)}
          name={name}
          icon={icon}
          section={section}
          current={here(route, section)}
          count={section === 'rules' && model ? formatCount(model.rules) : undefined}
          mark={
            section === 'rules' && problems > 0 ? (
              <Glyph name="failed" label="has a problem" />
            ) : undefined
          }
        />
      ))}
    </nav>
  )
}

function Item({
  to: address,
  name,
  icon,
  current,
  count,
  section,
  mark,
  className = '',
}: {
  to: string
  name: string
  icon: IconName
  current?: 'page' | 'true' | undefined
  count?: string | undefined
  section?: Section
  mark?: ReactNode
  className?: string
}) {
  return (
    <Link
      to={address}
      className={className}
      aria-current={current}
      data-section={section}
      data-tour={section === undefined ? undefined : `section-${section}`}
    >
      <Icon name={icon} />
      <span className="name">{name}</span>
      {count !== undefined && (
        <span className="n">
          {mark} {count}
        </span>
      )}
    </Link>
  )
}
