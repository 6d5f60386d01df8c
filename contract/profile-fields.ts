import { z } from 'zod'
import { text } from './endpoint.ts'
import * as limits from './limits.ts'
import { emailPattern } from './registration.ts'
import { visible, visibleLine } from './visible-text.ts'
import { webAddress } from './web-address.ts'

const orNull = (value: string) => value || null

export const personName = text('The name', limits.name).transform(visibleLine).transform(orNull)
export const bio = text('The bio', limits.bio).transform(visible).transform(orNull)

/** Exactly one address, because it becomes a mailto link. */
export const contactEmail = text('The contact email', limits.email)
  .refine((value) => value === '' || emailPattern.test(value), 'Please enter a valid email address.')
  .transform(orNull)
  .nullable()

/** A normalised web address, so that the shown text is the real target; null if empty. */
export const webAddressField = (name: string, rules: Parameters<typeof webAddress>[1] = {}) =>
  text(name, limits.website).transform((value, { issues }) => {
    const address = value && webAddress(value, rules)
    if (typeof address === 'string') return address || null
    issues.push({ code: 'custom', message: address.problem, input: value })
    return z.NEVER
  })

export const website = webAddressField('The website').nullable()

/** The server normalises case. */
export const emailAddress = text('The email', limits.email).refine(
  (value) => emailPattern.test(value),
  'Please enter a valid email address.',
)
