// Buttons: a verb each, one primary per view.

import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './glyph.tsx'
import './button.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'plain' | 'primary' | 'quiet'
  icon?: IconName
  /** The key that does the same; not shown on phones. */
  keys?: string
}

export function Button({ kind = 'plain', icon, keys, className = '', children, ...rest }: Props) {
  return (
    <button type="button" className={`btn ${kind} ${className}`} {...rest}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {keys !== undefined && (
        <span className="key" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  )
}

/** An icon alone needs a name to be read aloud; it is the tooltip too. */
export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: { icon: IconName; label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      className={`icon-btn ${className}`}
      aria-label={label}
      data-tip={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}

/** One of a few: the pressed one is in ink. */
export function Segments<T extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string
  value: T
  choices: readonly { value: T; text: ReactNode }[]
  onChoose: (value: T) => void
}) {
  return (
    <fieldset className="seg">
      <legend className="vh">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </fieldset>
  )
}
