// Icons (16 px, drawn in lines) and status glyphs (10 px, a shape for each state), from one sprite file.
// Without a label a glyph is silent: the word beside it says the same.

import sprite from '../glyphs/sprite.svg'
import './glyph.css'

export type IconName =
  | 'arrow'
  | 'check'
  | 'close'
  | 'copy'
  | 'down'
  | 'events'
  | 'flows'
  | 'fn'
  | 'graph'
  | 'history'
  | 'jobs'
  | 'keys'
  | 'left'
  | 'models'
  | 'moon'
  | 'more'
  | 'pause'
  | 'pin'
  | 'play'
  | 'plus'
  | 'retry'
  | 'right'
  | 'rules'
  | 'search'
  | 'sheet'
  | 'simulate'
  | 'source'
  | 'sun'
  | 'trash'

export type GlyphName =
  | 'attention'
  | 'dirty'
  | 'failed'
  | 'idle'
  | 'queued'
  | 'ready'
  | 'rule'
  | 'running'
  | 'stale'
  | 'stopped'
  | 'time'
  | 'you'

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`ic ${className}`} aria-hidden="true">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  )
}

/** A state. `label` is read aloud where no word stands beside it; `spin` turns a running arc. */
export function Glyph({
  name,
  label,
  spin = false,
}: {
  name: GlyphName
  label?: string
  spin?: boolean
}) {
  const className = `g c-${name}${spin ? ' spin' : ''}`
  const use = <use href={`${sprite}#g-${name}`} />
  if (label === undefined) {
    return (
      <svg className={className} aria-hidden="true">
        {use}
      </svg>
    )
  }
  return (
    <svg className={className} role="img" aria-label={label}>
      {use}
    </svg>
  )
}

export function Brand() {
  return (
    <svg className="brand-mark" aria-hidden="true">
      <use href={`${sprite}#brand`} />
    </svg>
  )
}
