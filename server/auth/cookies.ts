import type { Config } from '../config/config.ts'
import { cookiePrefix, isSecure } from '../http/session.ts'

/**
 * Every cookie of ours is httpOnly, sent by links but not by other sites' forms (SameSite=Lax), and on https tied
 * to this very host by its `__Host-` name.
 */
export const cookieOptions = (config: Config) => ({
  cookiePrefix: cookiePrefix(config),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: isSecure(config), httpOnly: true, sameSite: 'lax' as const, path: '/' },
})
