import type { ReactNode } from 'react'

/** A status that only screen readers are told, whenever it changes. */
export const Announce = ({ children }: { children: ReactNode }) => (
  <p className="sr" role="status">
    {children}
  </p>
)
