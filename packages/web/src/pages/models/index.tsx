// All models: the sentence first, then the next 24 hours, the table, and recent events.

import type { ModelSummary } from '@cellwake/client'
import { useRef } from 'react'
import { navigate, to } from '../../app/router.ts'
import { startTour, useTour } from '../../app/tour.ts'
import { useModelEvents } from '../../data/live.ts'
import { useModels } from '../../data/models.ts'
import { useNow } from '../../data/now.ts'
import { invalidate } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { FOLLOWED_MODELS_MAX } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { useZone, useZoneChoice, zoneOf } from '../../parts/zone-scope.tsx'
import { Attention, useWaiting } from './attention.tsx'
import { Feed } from './feed.tsx'
import { countSentence, healthOf, nextSentence } from './health.ts'
import { Strip } from './strip.tsx'
import { ModelTable } from './table.tsx'

const everyMs = 5_000

export function ModelsPage() {
  const query = useModels(everyMs)
  const models = query.data?.models ?? []
  useLiveList(models)
  const mayDeploy = useMay('deploy')
  const { isOver, isPaused } = useTour()
  return (
    <div className="page">
      <div className="head">
        <div>
          <h1>Models</h1>
          {query.data !== undefined && models.length > 0 && <Lede models={models} />}
        </div>
        <div className="acts">
          {models.length > 0 && !isOver && (
            <Button onClick={startTour}>
              {isPaused ? 'Go on with the tour' : 'Take the tour'}
            </Button>
          )}
          {mayDeploy && (
            <Button kind="primary" icon="plus" keys="n" onClick={() => navigate(to.newModel)}>
              New model
            </Button>
          )}
        </div>
      </div>
      <Attention />
      <Answer query={query} what="the models" failed="The models could not be read.">
        {() =>
          models.length === 0 ? (
            <NoModels />
          ) : (
            <>
              <Strip models={models} />
              <ModelTable models={models} />
              <Feed models={models} />
            </>
          )
        }
      </Answer>
    </div>
  )
}

function Lede({ models }: { models: readonly ModelSummary[] }) {
  const now = useNow(1000)
  const zone = useZone()
  const chosen = useZoneChoice()
  const waiting = useWaiting().length
  const troubled = models.flatMap((model) => {
    const { trouble, glyph } = healthOf(model)
    return trouble === undefined ? [] : [{ model, trouble, glyph }]
  })
  // The worst first; three are enough for a sentence.
  const worst = troubled.sort((a, b) => Number(b.glyph === 'failed') - Number(a.glyph === 'failed'))
  return (
    <p className="lede">
      {countSentence(models.length)}{' '}
      {worst.slice(0, 3).map(({ model, trouble }, i) => (
        <span key={model.id}>
          {i > 0 && '; '}
          <Link className="link" to={to.model(model.id)}>
            {model.title} {trouble}
          </Link>
        </span>
      ))}
      {worst.length > 3 && ` and ${worst.length - 3} more need a look`}
      {worst.length > 0 && '. '}
      {worst.length === 0 && waiting === 0 && 'All is well. '}
      {nextSentence(models, now, (timezone) => zoneOf(timezone, chosen, zone))}
    </p>
  )
}

function NoModels() {
  const mayDeploy = useMay('deploy')
  return (
    <Empty
      title="No models yet."
      {...(mayDeploy && {
        actions: (
          <Link className="btn primary" to={to.newModel}>
            Make the first model
          </Link>
        ),
        command: 'cellwake deploy my.grid',
      })}
    >
      A model is one text: cells, and rules that act on them. Start from an example that lives, or
      paste your own.
    </Empty>
  )
}

/** Changes by rules show at once; a burst of firings asks once. */
function useLiveList(models: readonly ModelSummary[]): void {
  const asked = useRef(0)
  const ids = models.slice(0, FOLLOWED_MODELS_MAX).map((model) => model.id)
  useModelEvents(ids, (_id, event) => {
    // The feed of a list that still has the deleted one could not be read.
    if (event.type === 'deleted') return invalidate('models')
    if (Date.now() - asked.current < 1000) return
    asked.current = Date.now()
    invalidate('models')
    invalidate('feed')
  })
}
