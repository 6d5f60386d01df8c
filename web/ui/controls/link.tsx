import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> &
  Pick<ComponentProps<typeof RouterLink>, 'to' | 'mask' | 'state' | 'replace' | 'preventScrollReset'>

/** A link within the site. The server renders plain anchors, which are cheaper than the router's links. */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink

const simplePath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&%+.*-]+)?(?:#[\w-]+)?$/

function ServerLink(link: LinkProps) {
  const { to, mask = to, state, replace, preventScrollReset, ...rest } = link
  const isSimple = typeof mask === 'string' && simplePath.test(mask) && (to === mask || isPath(to))
  return isSimple ? <a {...rest} href={mask} data-discover="true" /> : <RouterLink {...link} />
}

const isPath = (to: LinkProps['to']) => typeof to === 'string' && /^\/(?![\\/])/.test(to)

type OutsideLinkProps = { href: string; className?: string; children: ReactNode }

/** A link to the operator's form, in a new tab, or to their mail address. */
export function OutsideLink({ children, ...link }: OutsideLinkProps) {
  const { t } = useLingui()
  const isMail = link.href.startsWith('mailto:')
  return (
    <a {...link} target={isMail ? undefined : '_blank'} rel="noopener">
      {children}
      {!isMail && <span className="sr">{` ${t`(opens in a new tab)`}`}</span>}
    </a>
  )
}
