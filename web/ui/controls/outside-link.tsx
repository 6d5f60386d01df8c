import type { ReactNode } from 'react'

type OutsideLinkProps = { href: string; className?: string; children: ReactNode }

/** A link to the operator's form, in a new tab, or to their mail address, which opens none. */
export function OutsideLink({ children, ...link }: OutsideLinkProps) {
  const isMail = link.href.startsWith('mailto:')
  return (
    <a {...link} target={isMail ? undefined : '_blank'} rel="noopener">
      {children}
      {!isMail && <span className="sr"> (opens in a new tab)</span>}
    </a>
  )
}
