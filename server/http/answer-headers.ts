import { createHash } from 'node:crypto'

type Site = { publicUrl: string; hstsSubdomains: boolean; analytics: { host: string } | undefined }

/** Visits are counted by the site's own code, so that no script from elsewhere is ever needed. */
const contentSecurityPolicy = ({ analytics }: Pick<Site, 'analytics'>, script = '') =>
  [
    "default-src 'self'",
    `script-src 'self'${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' blob:${analytics ? ` ${analytics.host}` : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The same for a page, in which one script stands: that very text may run there, and no other. */
export const pagePolicy = (site: Pick<Site, 'analytics'>, script: string) =>
  contentSecurityPolicy(site, ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)

/** Headers that every answer carries, those to what is no request among them. */
export const answerHeaders = ({ publicUrl, hstsSubdomains, analytics }: Site): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy({ analytics }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
})
