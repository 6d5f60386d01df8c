import type { CSSProperties } from 'react'
import css from './missing-media.module.css'

type MissingMediaProps = { title: string; message?: string; ratio?: number }

export const MissingMedia = ({ title, message, ratio = 4 / 5 }: MissingMediaProps) => (
  <div className={css.media} style={{ '--r': ratio } as CSSProperties}>
    <strong>{title}</strong>
    {message && <span>{message}</span>}
  </div>
)
