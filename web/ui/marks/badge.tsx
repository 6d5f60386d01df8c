import type { CSSProperties, ReactNode } from 'react'
import type { AspectRatio } from '#contract/aspect-ratios.ts'
import css from './badge.module.css'

export const Badge = ({ children }: { children: ReactNode }) => <span className={css.badge}>{children}</span>

export const RatioBadge = ({ ratio }: { ratio: AspectRatio }) => (
  <span className={css.badge} style={{ '--r': ratio.replace(':', '/') } as CSSProperties}>
    <i aria-hidden="true" />
    <span className="sr">Aspect ratio </span>
    {ratio}
  </span>
)
