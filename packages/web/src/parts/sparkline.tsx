// A row of bars: how much happened in each minute. The last few are in ink when something happened just now.

import './sparkline.css'

const barWidth = 3

export function Bars({ values, label }: { values: readonly number[]; label: string }) {
  const width = values.length * barWidth
  const height = 26
  const top = Math.max(1, ...values)
  // One path for the quiet bars and one for the hot ones: a list of models is drawn often.
  const bar = (value: number, i: number) => {
    // The square root keeps one busy minute from flattening all the others.
    const tall = value === 0 ? 1 : Math.max(2, Math.round(Math.sqrt(value / top) * 23))
    return `M${i * barWidth} ${height}v-${tall}h2v${tall}z`
  }
  const isHot = (value: number, i: number) => value > 0 && i >= values.length - 5
  const path = (hot: boolean) =>
    values.map((value, i) => (isHot(value, i) === hot ? bar(value, i) : '')).join('')
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={path(false)} />
      <path className="hot" d={path(true)} />
    </svg>
  )
}
