// The card of the tour: it stands beside its anchor, rings it, and leaves everything usable.

import { useEffect, useRef } from 'react'
import { useModelEvents } from '../data/live.ts'
import { useModels } from '../data/models.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { navigate, type Route, to } from './router.ts'
import { goToStep, pauseTour, useTour } from './tour.ts'
import { type TourStep, tourSteps } from './tour-steps.ts'
import './tour.css'

export function Tour({ route }: { route: Route }) {
  const { step, isPaused } = useTour()
  const shown = step === undefined || isPaused ? undefined : tourSteps[step]
  if (step === undefined || shown === undefined) return null
  return <Card key={step} at={step} step={shown} route={route} />
}

/** The tour speaks of the price desk; any other model will do where there is none. */
function useTourModel(route: Route): string | undefined {
  const models = useModels().data?.models
  if (route.id !== undefined) return route.id
  return (models?.find((model) => model.id.includes('price')) ?? models?.[0])?.id
}

function Card({ at, step, route }: { at: number; step: TourStep; route: Route }) {
  const model = useTourModel(route)
  const isHere = route.id !== undefined && route.page === step.section
  const card = useRef<HTMLElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  useModelEvents(model === undefined || step.until === undefined ? [] : [model], (_id, event) => {
    if (isHere && event.type === step.until) goToStep(at + 1)
  })
  useEffect(() => {
    if (card.current === null || ring.current === null) return
    return keepPlaced(card.current, ring.current, isHere ? step.anchor : undefined)
  }, [isHere, step.anchor])
  const isLast = at === tourSteps.length - 1
  return (
    <>
      <div ref={ring} className="tour-ring" aria-hidden="true" />
      <aside ref={card} className="tour" aria-label={`Tour, step ${at + 1} of ${tourSteps.length}`}>
        <header>
          <span className="faint">
            Tour, {at + 1} of {tourSteps.length}
          </span>
          <IconButton icon="close" label="Put the tour aside" onClick={pauseTour} />
        </header>
        <h2>{step.title}</h2>
        <p className="muted" aria-live="polite">
          {step.text}
        </p>
        <footer>
          {at > 0 && (
            <Button kind="quiet" onClick={() => goToStep(at - 1)}>
              Back
            </Button>
          )}
          <span className="grow" />
          {isHere || model === undefined ? (
            <Button kind="primary" onClick={() => goToStep(at + 1)}>
              {isLast ? 'End the tour' : 'Next'}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => navigate(to.model(model, step.section))}>
              Take me to the {step.section}
            </Button>
          )}
        </footer>
      </aside>
    </>
  )
}

/** Pages load and scroll under it, so the place is looked up anew now and then rather than once. */
function keepPlaced(card: HTMLElement, ring: HTMLElement, anchor: string | undefined): () => void {
  const place = () => {
    const target =
      anchor === undefined ? null : document.querySelector<HTMLElement>(`[data-tour="${anchor}"]`)
    const box = target?.getBoundingClientRect()
    const isSeen = box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight
    ring.classList.toggle('on', isSeen)
    card.classList.toggle('placed', isSeen && innerWidth > 720)
    if (!isSeen) return
    ring.style.setProperty('--x', `${Math.max(2, box.left - 4)}px`)
    ring.style.setProperty('--y', `${Math.max(2, box.top - 4)}px`)
    ring.style.setProperty('--w', `${Math.min(innerWidth - 4, box.width + 8)}px`)
    ring.style.setProperty('--h', `${Math.min(innerHeight - 4, box.height + 8)}px`)
    const { left, top } = beside(box, card)
    card.style.setProperty('--x', `${left}px`)
    card.style.setProperty('--y', `${top}px`)
  }
  place()
  const timer = setInterval(place, 400)
  addEventListener('resize', place)
  return () => {
    clearInterval(timer)
    removeEventListener('resize', place)
  }
}

/** Right of it, left of it, or below; a thing as large as the page gets the card in its lower corner. */
function beside(box: DOMRect, card: HTMLElement): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = card
  const top = Math.min(Math.max(56, box.top), Math.max(56, innerHeight - height - 16))
  if (box.right + 16 + width < innerWidth) return { left: box.right + 16, top }
  if (box.left - 16 - width > 0) return { left: box.left - 16 - width, top }
  if (box.bottom + 16 + height < innerHeight) {
    return { left: Math.max(16, Math.min(box.left, innerWidth - width - 16)), top: box.bottom + 16 }
  }
  return { left: innerWidth - width - 24, top: innerHeight - height - 48 }
}
