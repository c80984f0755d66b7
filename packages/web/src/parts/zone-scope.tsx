// Which zone the times on a page are in: the model's own, or the reader's if they chose so; the choice is kept.

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { createValue, useValue } from '../data/value-store.ts'
import { knownZone, readerZone, type Zone } from './zone.ts'

export type ZoneChoice = 'model' | 'reader'

const storageKey = 'cellwake.zone'

function stored(): ZoneChoice {
  try {
    return localStorage.getItem(storageKey) === 'reader' ? 'reader' : 'model'
  } catch {
    return 'model'
  }
}

const choice = createValue<ZoneChoice>(stored())

export function useZoneChoice(): ZoneChoice {
  return useValue(choice)
}

export function switchZone(): void {
  const next: ZoneChoice = choice.get() === 'model' ? 'reader' : 'model'
  choice.set(next)
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Storage may be forbidden; the choice then holds until the page is left.
  }
}

const Scope = createContext<Zone | undefined>(undefined)
const ofReader: Zone = { shown: readerZone, home: readerZone, isNamed: false }

/** The zone of the times around here. */
export function useZone(): Zone {
  return useContext(Scope) ?? ofReader
}

/** Sets the zone of its children; undefined where they belong to no model. */
export function ZoneScope({
  timezone,
  children,
}: {
  timezone: string | undefined
  children: ReactNode
}) {
  const around = useContext(Scope)
  const chosen = useZoneChoice()
  const zone = useMemo(
    () => (timezone === undefined ? ofReader : zoneOf(timezone, chosen, around)),
    [timezone, chosen, around],
  )
  return <Scope value={zone}>{children}</Scope>
}

/** The zone of a model among others, as the page around it is shown. */
export function zoneOf(timezone: string, chosen: ZoneChoice, around: Zone | undefined): Zone {
  const home = knownZone(timezone)
  const shown = chosen === 'reader' ? readerZone : home
  return { shown, home, isNamed: around !== undefined && around.shown !== shown }
}
