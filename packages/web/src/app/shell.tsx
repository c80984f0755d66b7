// The frame around every page: rail, top bar, and what may lie over a page.

import { Suspense, useEffect, useRef } from 'react'
import { tokenWanted } from '../data/access.ts'
import { client } from '../data/client.ts'
import { useFreshModel, useModel } from '../data/models.ts'
import { useQuery } from '../data/query.ts'
import { useValue } from '../data/value-store.ts'
import { CutOff, Loading } from '../parts/states.tsx'
import { Tips } from '../parts/tips.tsx'
import { Toasts } from '../parts/toast.tsx'
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
  // Asked first of all: it is what says that a token is wanted.
  useQuery('whoami', () => client.whoAmI())
  useFreshModel(route.id)
  useEffect(listenForShortcuts, [])
  if (isLocked) return <TokenPage />
  return (
    <>
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
    </>
  )
}

function Main({ route }: { route: Route }) {
  const { page, id, item } = route
  const Page = pages[page]
  const main = useRef<HTMLElement>(null)
  const place = `${page} ${id ?? ''}`
  const title = useModel(id).data?.title ?? id ?? item
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
          <Page id={id ?? ''} item={item} />
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
