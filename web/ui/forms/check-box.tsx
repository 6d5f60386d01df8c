import type { ComponentProps } from 'react'
import css from './check.module.css'

export const CheckBox = ({ children, className, ...input }: ComponentProps<'input'>) => (
  <label className={className ? `${css.row} ${className}` : css.row}>
    <input type="checkbox" className={css.check} {...input} />
    {children}
  </label>
)
