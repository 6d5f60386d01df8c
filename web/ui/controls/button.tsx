import type { ComponentProps } from 'react'
import css from './button.module.css'
import { Link } from './link.tsx'

const looks: Record<string, string | undefined> = { second: css.second, danger: css.danger, quiet: css.quiet }

type Looks = { look?: 'first' | 'second' | 'danger' | 'quiet'; size?: 'small' }

export const buttonClass = ({ look, size }: Looks, more?: string) =>
  [css.button, look && looks[look], size && css.small, more].filter(Boolean).join(' ')

export const Button = ({ look, size, className, ...rest }: Looks & ComponentProps<'button'>) => (
  <button type="button" {...rest} className={buttonClass({ look, size }, className)} />
)

/** The way on from a page that has said all it has to say. Back does not lead to that page again. */
export const GoHome = ({ look = 'second' }: { look?: 'first' | 'second' }) => (
  <Link className={buttonClass({ look })} to="/" replace>
    Go to Homepage
  </Link>
)
