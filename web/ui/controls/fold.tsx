import type { ReactNode } from 'react'
import './fold.css'

/** A dashed line that says where something ends. */
export const Fold = ({ children }: { children: ReactNode }) => <p className="fold">{children}</p>
