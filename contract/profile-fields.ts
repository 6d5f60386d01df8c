import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { text } from './endpoint.ts'
import * as limits from './limits.ts'
import { emailPattern } from './registration.ts'
import { stripInvisible, toVisibleLine } from './visible-text.ts'
import { parseWebAddress } from './web-address.ts'

const emptyToNull = (value: string) => value || null

export const personName = text('The name', limits.name).transform(toVisibleLine).transform(emptyToNull)
export const bio = text('The bio', limits.bio).transform(stripInvisible).transform(emptyToNull)

/** Exactly one address, because it becomes a mailto link. */
export const contactEmail = text('The contact email', limits.email)
  .refine((value) => value === '' || emailPattern.test(value), 'Please enter a valid email address.')
  .transform(emptyToNull)
  .nullable()

/** A normalised web address, so that the shown text is the real target; null if empty. */
export const webAddressField = (name: string, rules: Parameters<typeof parseWebAddress>[1] = {}) =>
  text(name, limits.website).transform((value, { issues }) => {
    const address = value && parseWebAddress(value, rules)
    if (typeof address === 'string') return address || null
    issues.push({ code: 'custom', message: say(address.problem), input: value })
    return z.NEVER
  })

export const website = webAddressField('The website').nullable()

/** The server normalises case. */
export const emailAddress = text('The email', limits.email).refine(
  (value) => emailPattern.test(value),
  'Please enter a valid email address.',
)
