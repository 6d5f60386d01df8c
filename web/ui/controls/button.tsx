import type { ComponentProps } from 'react'
import css from './button.module.css'

const lookClasses: Record<string, string | undefined> = {
  second: css.second,
  danger: css.danger,
  quiet: css.quiet,
}

type ButtonLook = { look?: 'first' | 'second' | 'danger' | 'quiet'; size?: 'small' }

export const buttonClass = ({ look, size }: ButtonLook, extraClass?: string) =>
  [css.button, look && lookClasses[look], size && css.small, extraClass].filter(Boolean).join(' ')

export const Button = ({ look, size, className, ...rest }: ButtonLook & ComponentProps<'button'>) => (
  <button type="button" {...rest} className={buttonClass({ look, size }, className)} />
)
