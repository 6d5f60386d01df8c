import type { CSSProperties } from 'react'
import css from './missing-media.module.css'

type MissingMediaProps = { title: string; sentence?: string; ratio?: number }

export const MissingMedia = ({ title, sentence, ratio = 4 / 5 }: MissingMediaProps) => (
  <div className={css.media} style={{ '--r': ratio } as CSSProperties}>
    <strong>{title}</strong>
    {sentence && <span>{sentence}</span>}
  </div>
)
