import type { ComponentProps } from 'react'
import css from './icon-button.module.css'

type IconButtonProps = ComponentProps<'button'> & { 'aria-label': string; boxed?: boolean }

/** A 44 px button that shows only an icon, and therefore must have a name. */
export const IconButton = ({ boxed, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={[css.button, boxed && css.boxed, className].filter(Boolean).join(' ')}
  />
)
