import type { ComponentProps, ComponentType } from 'react'
import css from './icon-button.module.css'

export type Icon = ComponentType<{ className: string; 'aria-hidden': true }>

type IconButtonProps = ComponentProps<'button'> & { 'aria-label': string; icon: Icon; boxed?: boolean }

export const IconButton = ({ icon: Icon, boxed, className, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className={[css.button, boxed && css.boxed, className].filter(Boolean).join(' ')}>
    <Icon className="ico" aria-hidden={true} />
  </button>
)
