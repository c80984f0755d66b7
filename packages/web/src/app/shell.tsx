// The frame around every page: rail, top bar, and overlays.

import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { tokenWanted } from '../data/access.ts'
import { useFreshModel, useModel, useModels } from '../data/models.ts'
import { useMay } from '../data/rights.ts'
import { useValue } from '../data/value-store.ts'
import { CutOff, Loading } from '../parts/states.tsx'
import { Tips } from '../parts/tips.tsx'
import { Toasts } from '../parts/toast.tsx'
import { ZoneScope } from '../parts/zone-scope.tsx'
import { Boundary } from './boundary.tsx'
import { GoKeys } from './go-keys.tsx'
import { Overlays } from './overlay-layer.tsx'
import { fixedPages, pages } from './pages.ts'
import { Rail } from './rail.tsx'
import { type Route, useRoute } from './router.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { TokenPage } from './token-page.tsx'
import { TopBar } from './top-bar.tsx'
import { Tour } from './tour-card.tsx'
import './shell.css'

export function Shell() {
  const route = useRoute()
  const isLocked = useValue(tokenWanted)
  // The first request: its answer says that a token is needed.
  useMay('read')
  useFreshModel(route.id)
  useEffect(listenForShortcuts, [])
  if (isLocked) return <TokenPage />
  return (
    <PageZone route={route}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className={fixedPages.has(route.page) ? 'app fixed' : 'app'}>
        <Rail route={route} />
        <TopBar route={route} />
        <Main route={route} />
      </div>
      <GoKeys route={route} />
      <Overlays route={route} />
      <Tour route={route} />
      <Toasts />
      <Tips />
    </PageZone>
  )
}

/** The zone of the model that is open; where none is, of all models, if they share one; else the reader's. */
function PageZone({ route: { id }, children }: { route: Route; children: ReactNode }) {
  const model = useModel(id).data
  const models = useModels().data?.models
  const zones = new Set(models?.map(({ timezone }) => timezone))
  const shared = zones.size === 1 ? [...zones][0] : undefined
  const timezone = id === undefined ? shared : model?.timezone
  return <ZoneScope timezone={timezone}>{children}</ZoneScope>
}

function Main({ route }: { route: Route }) {
  const { page, id, item } = route
  const Page = pages[page]
  const main = useRef<HTMLElement>(null)
  const place = `${page} ${id ?? ''}`
  const model = useModel(id)
  const title = model.data?.title ?? id ?? item
  // Without the model it is not known in which zone its times are.
  const isReady = id === undefined || model.data !== undefined || model.error !== undefined
  const shown = useRef(place)
  useEffect(() => {
    const name = page === 'missing' ? 'Not found' : page.charAt(0).toUpperCase() + page.slice(1)
    document.title = [...(title === undefined ? [] : [title]), name, 'Cellwake'].join(' · ')
  }, [page, title])
  useEffect(() => {
    // Not at the first paint, where the browser puts the focus itself.
    if (shown.current === place) return
    shown.current = place
    main.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [place])
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <CutOff />
      <Boundary key={place}>
        <Suspense fallback={<PageWait />}>
          {isReady ? <Page id={id ?? ''} item={item} /> : <PageWait />}
        </Suspense>
      </Boundary>
    </main>
  )
}

function PageWait() {
  const since = useRef(Date.now())
  return (
    <div className="page">
      <Loading what="the page" since={since.current} onRetry={() => location.reload()} />
    </div>
  )
}
