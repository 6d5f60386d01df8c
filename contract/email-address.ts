import { text } from './endpoint.ts'
import * as limits from './limits.ts'
import { emailPattern } from './registration.ts'

/** An address that mail can be sent to; its case is the server's to fold. */
export const emailAddress = text('The email', limits.email).refine(
  (value) => emailPattern.test(value),
  'Please enter a valid email address.',
)
