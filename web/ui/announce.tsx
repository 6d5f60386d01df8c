import type { ReactNode } from 'react'

export const Announce = ({ children }: { children: ReactNode }) => (
  <p className="sr" role="status">
    {children}
  </p>
)
