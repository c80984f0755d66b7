// The top bar: where we are, whether changes arrive, the way to everything else.

import { useIsFollowing, useLive, useRevision } from '../data/live.ts'
import { useModel } from '../data/models.ts'
import { IconButton } from '../parts/button.tsx'
import { formatCount } from '../parts/format.ts'
import { Glyph, Icon } from '../parts/glyph.tsx'
import { Link } from '../parts/link.tsx'
import { absolute, clockTime } from '../parts/moments.ts'
import { readerZone, zoneName } from '../parts/zone.ts'
import { switchZone, useZone } from '../parts/zone-scope.tsx'
import { openOverlay } from './overlays.ts'
import { type Route, to } from './router.ts'
import { switchTheme, useTheme } from './theme.ts'
import './top-bar.css'

export function TopBar({ route }: { route: Route }) {
  const theme = useTheme()
  return (
    <header className="top">
      <Crumbs route={route} />
      <span className="grow" />
      <LiveMark id={route.id} />
      {!timeless.has(route.page) && <ZoneMark />}
      <button
        type="button"
        className="find"
        aria-label="Find or do"
        data-tour="find"
        onClick={() => openOverlay({ name: 'palette' })}
      >
        <Icon name="search" />
        <span>Find or do</span>
        <kbd>Ctrl K</kbd>
      </button>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={theme === 'dark' ? 'Switch to light' : 'Switch to dark'}
        onClick={switchTheme}
      />
    </header>
  )
}

/** Pages on which there is no time to show. */
const timeless: ReadonlySet<Route['page']> = new Set(['functions', 'new', 'missing'])

const names: Readonly<Partial<Record<Route['page'], string>>> = {
  models: 'Models',
  workflows: 'Workflows',
  topics: 'Topics',
  functions: 'Functions',
  outside: 'Outside',
  new: 'New model',
  missing: 'Not found',
}

/** Pages of which each thing has one of its own. */
const parents: Readonly<Partial<Record<Route['page'], { name: string; address: string }>>> = {
  workflows: { name: 'Workflows', address: to.workflows },
  topics: { name: 'Topics', address: to.topics },
  functions: { name: 'Functions', address: to.functions },
}

function Crumbs({ route }: { route: Route }) {
  const model = useModel(route.id).data
  const parent =
    route.id !== undefined
      ? { name: 'Models', address: to.models }
      : route.item === undefined
        ? undefined
        : parents[route.page]
  const here =
    route.id === undefined ? (route.item ?? names[route.page]) : (model?.title ?? route.id)
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      {parent !== undefined && (
        <>
          <Link className="hide-phone" to={parent.address}>
            {parent.name}
          </Link>
          <span className="sep hide-phone" aria-hidden="true">
            /
          </span>
        </>
      )}
      <b aria-current="page">{here}</b>
    </nav>
  )
}

/** In which zone the times on the page are, and the way to the reader's own. */
function ZoneMark() {
  const { shown, home } = useZone()
  const name = (
    <>
      <Glyph name="time" />
      <span className="long">{shown}</span>
      <span className="short">{zoneName(Date.now(), shown)}</span>
    </>
  )
  if (home === readerZone) {
    return (
      <span className="zone" data-tip={`Times are in ${shown}, which is your zone`}>
        {name}
      </span>
    )
  }
  const words =
    shown === home
      ? `Times are in ${shown}, the model’s zone. Show them in yours, ${readerZone}`
      : `Times are in ${shown}, your zone. Show them in the model’s, ${home}`
  return (
    <button
      type="button"
      className="zone"
      aria-label={words}
      data-tip={words}
      aria-pressed={shown !== home}
      onClick={switchZone}
    >
      {name}
    </button>
  )
}

function LiveMark({ id }: { id: string | undefined }) {
  const { state, since } = useLive()
  const isFollowing = useIsFollowing()
  const zone = useZone()
  const heard = useRevision(id)
  const known = useModel(id).data?.rev
  const rev = id === undefined ? undefined : Math.max(heard ?? 0, known ?? 0)
  const at = rev === undefined || rev === 0 ? '' : `, rev ${formatCount(rev)}`
  const words = {
    connecting: { glyph: 'queued', text: 'Connecting' },
    live: { glyph: 'ready', text: `Live${at}` },
    'cut-off': { glyph: 'attention', text: `No connection since ${clockTime(since, zone)}` },
  } as const
  const { glyph, text } = words[state]
  if (state === 'connecting' && !isFollowing) return null
  return (
    <span
      className="live"
      role="status"
      data-tip={`Since ${absolute(since, zone)}`}
      data-state={state}
    >
      <Glyph name={glyph} />
      <span>{text}</span>
    </span>
  )
}
