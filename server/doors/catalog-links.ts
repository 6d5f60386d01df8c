import type { Details } from '#contract/details.ts'
import { rightsOf } from './described.ts'

/** A link of the Readium Web Publication Manifest, of which OPDS 2.0 is made. */
export type Link = {
  href: string
  type?: string
  rel?: string | string[]
  title?: string
  templated?: true
  width?: number
  height?: number
  properties?: { page: 'left' | 'right' | 'center' }
  alternate?: Link[]
}

export const opdsType = 'application/opds+json'

export function licenceLink(details: Details): Link[] {
  const { name, address } = rightsOf(details)
  return address ? [{ rel: 'license', href: address, type: 'text/html', title: name }] : []
}
