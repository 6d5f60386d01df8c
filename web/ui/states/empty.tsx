import type { CSSProperties, ReactNode } from 'react'
import css from './empty.module.css'

type EmptyProps = {
  title: string
  hint: ReactNode
  spot: 'empty' | 'post' | 'key' | 'kettle' | 'desk'
  children?: ReactNode
}

export const Empty = ({ title, hint, spot, children }: EmptyProps) => (
  <div className={css.empty}>
    <div className={css.spot} style={{ '--art': `var(--spot-${spot})` } as CSSProperties} aria-hidden="true" />
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
)
