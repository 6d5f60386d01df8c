import type { ComponentProps } from 'react'
import './button.css'

type Looks = { look?: 'first' | 'second' | 'danger' | 'quiet'; size?: 'small' }

export const buttonClass = ({ look = 'first', size }: Looks, more?: string) =>
  ['btn', look !== 'first' && look, size, more].filter(Boolean).join(' ')

export const Button = ({ look, size, className, ...rest }: Looks & ComponentProps<'button'>) => (
  <button type="button" {...rest} className={buttonClass({ look, size }, className)} />
)
