import type { ComponentProps } from 'react'
import './icon-button.css'

type IconButtonProps = ComponentProps<'button'> & { 'aria-label': string; boxed?: boolean }

/** A 44 px button that shows only an icon, and therefore must have a name. */
export const IconButton = ({ boxed, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={['icon', boxed && 'boxed', className].filter(Boolean).join(' ')}
  />
)
