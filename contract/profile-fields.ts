import { z } from 'zod'
import { text } from './endpoint.ts'
import * as limits from './limits.ts'
import { emailPattern } from './registration.ts'
import { visible, visibleLine } from './visible-text.ts'
import { webAddress } from './web-address.ts'

const orNull = (value: string) => value || null

export const personName = text('The name', limits.name).transform(visibleLine).transform(orNull)
export const bio = text('The bio', limits.bio).transform(visible).transform(orNull)

/** One address and nothing else: it becomes a link that opens a mail program. */
export const contactEmail = text('The contact email', limits.email)
  .refine((value) => value === '' || emailPattern.test(value), 'Please enter a valid email address.')
  .transform(orNull)
  .nullable()

/** A web address as browsers write it, so that what is shown is where it leads; null where nothing is typed. */
export const webAddressField = (name: string, rules: Parameters<typeof webAddress>[1] = {}) =>
  text(name, limits.website).transform((value, { issues }) => {
    const address = value && webAddress(value, rules)
    if (typeof address === 'string') return address || null
    issues.push({ code: 'custom', message: address.problem, input: value })
    return z.NEVER
  })

export const website = webAddressField('The website').nullable()

/** An address that mail can be sent to; its case is the server's to fold. */
export const emailAddress = text('The email', limits.email).refine(
  (value) => emailPattern.test(value),
  'Please enter a valid email address.',
)
