type Site = { publicUrl: string; hstsSubdomains: boolean; analytics: { host: string } | undefined }

/** Visits are counted by the site's own code, so that no script from elsewhere is ever needed. */
const contentSecurityPolicy = (analytics: Site['analytics']) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' blob:${analytics ? ` ${analytics.host}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers that every answer carries, those to what is no request among them. */
export const answerHeaders = ({ publicUrl, hstsSubdomains, analytics }: Site): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(analytics),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
})
