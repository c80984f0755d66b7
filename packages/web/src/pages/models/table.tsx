// All models: health, demand, the next occurrence, activity.

import type { ModelSummary } from '@cellwake/client'
import { useLayoutEffect, useRef } from 'react'
import { openOverlay } from '../../app/overlays.ts'
import { navigate, to } from '../../app/router.ts'
import { useMay } from '../../data/rights.ts'
import { formatCount } from '../../parts/format.ts'
import { Glyph, Icon } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Popover } from '../../parts/popover.tsx'
import { Bars } from '../../parts/sparkline.tsx'
import { Due, Time } from '../../parts/time.tsx'
import { ZoneScope } from '../../parts/zone-scope.tsx'
import { healthOf } from './health.ts'
import { shortTitle } from './lanes.ts'
import './table.css'

const homes = { memory: 'Memory', sqlite: 'SQLite', postgres: 'Postgres', redis: 'Redis' } as const

export function ModelTable({ models }: { models: readonly ModelSummary[] }) {
  return (
    <table className="mtable">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Lives in</th>
          <th scope="col">Health</th>
          <th scope="col">Cells</th>
          <th scope="col">Next occurrence</th>
          <th scope="col">Commits, last 44 min</th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ZoneScope key={model.id} timezone={model.timezone}>
            <Row model={model} />
          </ZoneScope>
        ))}
      </tbody>
    </table>
  )
}

function Row({ model }: { model: ModelSummary }) {
  const { glyph, word, detail } = healthOf(model)
  const mayDeploy = useMay('deploy')
  const { id, title, next } = model
  return (
    <tr data-model={id}>
      <td className="c-name">
        <div className="name-line">
          <Link className="name" to={to.model(id)}>
            {title}
          </Link>
          {mayDeploy && <Menu model={model} />}
        </div>
        <div className="sub">{model.description}</div>
      </td>
      <td className="c-home">
        {homes[model.livesIn]}
        <div className="sub">{model.runtime}</div>
      </td>
      <td className="c-health">
        <span className="nw">
          <Glyph name={glyph} spin={glyph === 'running'} /> {word}
        </span>
        <div className="sub">{detail}</div>
      </td>
      <td className="c-want">
        <Wanted cells={model.cells} />
      </td>
      <td className="c-due">
        {next === null ? (
          <span className="faint">Nothing scheduled</span>
        ) : (
          <>
            <Due className="c-time w5" at={next.due} />
            <div
              className="sub"
              data-tip={next.title === shortTitle(next.title) ? undefined : next.title}
            >
              {shortTitle(next.title)}
            </div>
          </>
        )}
      </td>
      <td className="c-spark">
        <Bars values={model.activity} label="Commits per minute, last 44 minutes" />
        <div className="sub nw">
          <Time at={model.changedAt} />, rev {formatCount(model.rev)}
        </div>
      </td>
    </tr>
  )
}

function Wanted({ cells }: { cells: ModelSummary['cells'] }) {
  const { wanted, dormant } = cells
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const all = Math.max(1, wanted + dormant)
    bar.current?.style.setProperty('--w', `${(wanted / all) * 100}%`)
  }, [wanted, dormant])
  const some = wanted === 0 ? 'none wanted' : `${formatCount(wanted)} wanted`
  const text = dormant === 0 ? some : `${some}, ${formatCount(dormant)} dormant`
  return (
    <>
      <div ref={bar} className={wanted === 0 ? 'split none' : 'split'} aria-hidden="true">
        {wanted > 0 && <i className="a" />}
        {dormant > 0 && <i className="b" />}
      </div>
      <div className="sub nw">{text}</div>
    </>
  )
}

function Menu({ model }: { model: ModelSummary }) {
  const { id, title } = model
  return (
    <Popover className="row-menu" label={`More for ${title}`} button={<Icon name="more" />}>
      {(close) => (
        <>
          <button
            type="button"
            className="item"
            onClick={() => {
              close()
              navigate(to.model(id, 'source'))
            }}
          >
            <Icon name="source" /> Edit the source
          </button>
          <button
            type="button"
            className="item"
            onClick={() => {
              close()
              openOverlay({ name: 'delete', id })
            }}
          >
            <Icon name="trash" /> Delete…
          </button>
        </>
      )}
    </Popover>
  )
}
