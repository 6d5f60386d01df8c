import { z } from 'zod'
import { text } from './endpoint.ts'
import * as limits from './limits.ts'
import { emailPattern } from './registration.ts'
import { visible, visibleLine } from './visible-text.ts'

const orNull = (value: string) => value || null

export const personName = text('The name', limits.name).transform(visibleLine).transform(orNull)
export const bio = text('The bio', limits.bio).transform(visible).transform(orNull)

/** One address and nothing else: it becomes a link that opens a mail program. */
export const contactEmail = text('The contact email', limits.email)
  .refine((value) => value === '' || emailPattern.test(value), 'Please enter a valid email address.')
  .transform(orNull)
  .nullable()

/** A web address as browsers write it, so that what is shown is where it leads. */
export const website = text('The website', limits.website)
  .transform((value, { issues }) => {
    const address = value && webAddress(value)
    if (typeof address === 'string') return address || null
    issues.push({ code: 'custom', message: address.problem, input: value })
    return z.NEVER
  })
  .nullable()

const wrongStart = 'Please enter a web address that starts with https://.'

function webAddress(value: string) {
  const address = /^https?:\/\/[^/\\]/i.test(value) && !/[\s\\\p{Cc}\p{Cf}]/u.test(value) && URL.parse(value)
  if (!address || !/[^.]\.[^.]/.test(address.hostname)) return { problem: wrongStart }
  if (address.username || address.password || /^https?:..[^/?#]*@/i.test(value))
    return { problem: 'Please enter a web address without a name or a password in it.' }
  const written = address.href.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1')
  if (written.length > limits.website)
    return { problem: `The website can be at most ${limits.website} characters long.` }
  return written
}
