import * as limits from '#contract/limits.ts'
import { emailPattern } from '#contract/registration.ts'

/** What is wrong with a field before it is sent; `true` when nothing is. */
export const isEmail = (email: string) =>
  emailPattern.test(email.trim()) || 'Please enter a valid email address.'

export const longEnough = (password: string) =>
  password.length >= limits.passwordMin || `Password must be at least ${limits.passwordMin} characters long`
