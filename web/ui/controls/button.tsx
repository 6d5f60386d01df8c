import type { ComponentProps } from 'react'
import css from './button.module.css'

const looks: Record<string, string | undefined> = { second: css.second, danger: css.danger, quiet: css.quiet }

type Looks = { look?: 'first' | 'second' | 'danger' | 'quiet'; size?: 'small' }

export const buttonClass = ({ look, size }: Looks, more?: string) =>
  [css.button, look && looks[look], size && css.small, more].filter(Boolean).join(' ')

export const Button = ({ look, size, className, ...rest }: Looks & ComponentProps<'button'>) => (
  <button type="button" {...rest} className={buttonClass({ look, size }, className)} />
)
