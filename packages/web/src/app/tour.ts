// The progress in the tour. It is stored, so that it goes on after a reload; it never blocks the page.

import { createValue, useValue } from '../data/value-store.ts'
import { tourSteps } from './tour-steps.ts'

const key = 'cellwake.tour'

interface TourState {
  /** Undefined: never begun, or over. */
  readonly step: number | undefined
  /** Paused; it can be resumed. */
  readonly isPaused: boolean
  readonly isOver: boolean
}

function stored(): TourState {
  try {
    const text = localStorage.getItem(key)
    if (text === 'over') return { step: undefined, isPaused: false, isOver: true }
    const step = Number(text)
    const isKnown = text !== null && Number.isInteger(step) && step < tourSteps.length
    return { step: isKnown ? step : undefined, isPaused: isKnown, isOver: false }
  } catch {
    return { step: undefined, isPaused: false, isOver: false }
  }
}

const state = createValue<TourState>(stored())

function become(next: TourState): void {
  state.set(next)
  try {
    localStorage.setItem(key, next.isOver ? 'over' : String(next.step ?? 0))
  } catch {
    // Without storage the tour lasts as long as the page.
  }
}

export function useTour(): TourState {
  return useValue(state)
}

/** From the beginning, or from where it was paused. */
export function startTour(): void {
  const { step } = state.get()
  become({ step: step ?? 0, isPaused: false, isOver: false })
}

export function pauseTour(): void {
  become({ ...state.get(), isPaused: true })
}

export function goToStep(step: number): void {
  if (step >= tourSteps.length) become({ step: undefined, isPaused: false, isOver: true })
  else become({ step: Math.max(0, step), isPaused: false, isOver: false })
}
