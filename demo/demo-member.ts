import { createHmac } from 'node:crypto'
import { readDemoMember } from './library/library-file.ts'

/** The demo prints this account, so that visitors can upload and favorite immediately. */
export const demoMember = readDemoMember()

/** Passwords of the creators. They are derived from the secret, so that a second start can sign in again. */
export const creatorPassword = (secret: string, username: string) =>
  createHmac('sha256', secret).update(`demo/${username}`).digest('base64url')
