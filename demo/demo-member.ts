import { createHmac } from 'node:crypto'
import { readDemoMember } from './library/library-file.ts'

/** The account that the demo prints, for whoever wants to upload and favorite at once. */
export const demoMember = readDemoMember()

/** The library's creators have passwords too; nobody needs to know them, and a second start finds them again. */
export const creatorPassword = (secret: string, username: string) =>
  createHmac('sha256', secret).update(`demo/${username}`).digest('base64url')
