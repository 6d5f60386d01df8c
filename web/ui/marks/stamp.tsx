import type { ReactNode } from 'react'
import './stamp.css'

export const Stamp = ({ tilt, children }: { tilt?: boolean; children: ReactNode }) => (
  <span className={tilt ? 'stamp tilt' : 'stamp'}>{children}</span>
)
