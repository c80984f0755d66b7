// Actions of the palette, beside finding.

import { useMemo } from 'react'
import { hasToken, replaceToken } from '../data/client.ts'
import { useMay } from '../data/rights.ts'
import { openOverlay } from './overlays.ts'
import type { PaletteItem } from './palette-items.ts'
import { navigate, type Route, to } from './router.ts'
import { switchTheme } from './theme.ts'
import { startTour } from './tour.ts'

export function usePaletteActions(route: Route): readonly PaletteItem[] {
  const { id } = route
  const mayDeploy = useMay('deploy')
  return useMemo(() => {
    const action = (text: string, where: string, run: () => void, also = ''): PaletteItem => ({
      id: `do:${text}`,
      icon: 'arrow',
      text,
      detail: '',
      where,
      also,
      run,
    })
    const always = [
      ...(mayDeploy
        ? [action('New model', 'n', () => navigate(to.newModel), 'create add import paste')]
        : []),
      action('Switch the theme', '', switchTheme, 'dark light'),
      action('Take the tour', '2 min', startTour, 'help learn demo'),
      action('All shortcuts', '?', () => openOverlay({ name: 'shortcuts' }), 'keys keyboard help'),
      action('All models', 'g m', () => navigate(to.models), 'home overview'),
      action('All workflows', 'g w', () => navigate(to.workflows), 'runs attention'),
      action('All topics', 'g t', () => navigate(to.topics), 'events'),
      action('All functions', 'g f', () => navigate(to.functions), 'reference catalogue'),
      action(
        'Outside',
        'g o',
        () => navigate(to.outside),
        'providers connections secrets sinks webhooks',
      ),
    ]
    const ofModel =
      id === undefined || !mayDeploy
        ? []
        : [
            action('Delete this model…', id, () => openOverlay({ name: 'delete', id }), 'remove'),
            action('Edit the source', 'g c', () => navigate(to.model(id, 'source')), 'code deploy'),
          ]
    const leave = hasToken
      ? [action('Forget the token', '', () => replaceToken(undefined), 'sign out log out')]
      : []
    return [...ofModel, ...always, ...leave]
  }, [id, mayDeploy])
}
