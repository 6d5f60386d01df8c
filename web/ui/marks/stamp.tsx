import type { ReactNode } from 'react'
import css from './stamp.module.css'

export const Stamp = ({ tilt, children }: { tilt?: boolean; children: ReactNode }) => (
  <span className={tilt ? `${css.stamp} ${css.tilt}` : css.stamp}>{children}</span>
)
