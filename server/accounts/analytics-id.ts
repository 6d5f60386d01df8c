import { createHmac } from 'node:crypto'
import type { Config } from '#server/config/config.ts'

/** A member as analytics know them: the same at each visit, told to nobody else, and no way back to the account. */
export function analyticsId({ analytics, secret }: Config, userId: string) {
  if (!analytics) return undefined
  return createHmac('sha256', secret).update(`analytics:${analytics.key}:${userId}`).digest('base64url')
}
