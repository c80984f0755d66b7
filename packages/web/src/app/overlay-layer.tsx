// Draws the overlays of the page. The palette and the dialogs are loaded lazily.

import { lazy, Suspense } from 'react'
import { closeOverlay, useOverlay } from './overlays.ts'
import type { Route } from './router.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutSheet = lazy(async () => ({
  default: (await import('./shortcut-sheet.tsx')).ShortcutSheet,
}))
const DeleteDialog = lazy(async () => ({
  default: (await import('./delete-dialog.tsx')).DeleteDialog,
}))

export function Overlays({ route }: { route: Route }) {
  const overlay = useOverlay()
  if (overlay === undefined) return null
  return (
    <Suspense fallback={null}>
      {overlay.name === 'palette' && <Palette route={route} onClose={closeOverlay} />}
      {overlay.name === 'shortcuts' && <ShortcutSheet onClose={closeOverlay} />}
      {overlay.name === 'delete' && <DeleteDialog id={overlay.id} onClose={closeOverlay} />}
    </Suspense>
  )
}
