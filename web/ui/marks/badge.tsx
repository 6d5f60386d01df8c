import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import css from './badge.module.css'

export const Badge = ({ children }: { children: ReactNode }) => <span className={css.badge}>{children}</span>

export const PaperBadge = ({ name, ratio }: { name: string; ratio: number | undefined }) => {
  const { t } = useLingui()
  return (
    <span className={css.badge} style={{ '--r': ratio } as CSSProperties}>
      <i aria-hidden="true" />
      <span className="sr">{t`Aspect ratio`} </span>
      {name}
    </span>
  )
}
