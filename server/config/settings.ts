import { isIP } from 'node:net'
import { z } from 'zod'
import { imageMb, longZinePagesMax, zineImages } from '#contract/limits.ts'
import { oldSecrets, secretMin } from './data-folder.ts'
import { databaseAddress } from './database-address.ts'
import { folderSetting } from './folder-setting.ts'
import { isMailbox, mailFrom, smtpUrl } from './mail-settings.ts'

/** Trusted `X-Forwarded-For` headers: none, those of this many hops, or those of these proxies. */
const trustProxy = z
  .string()
  .default('false')
  .transform((input, context): Trust => {
    const value = input.trim().toLowerCase()
    if (value === 'false' || value === '0') return false
    if (value === 'true' || /^\d{1,2}$/.test(value)) return hops(Number(value) || 1)
    const networks = value.split(',').map((network) => network.trim())
    if (networks.every(isNetwork)) return networks
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })

type Trust = false | string[] | ((address: string, hop: number) => boolean)

/** A function, as Fastify treats a number as no proxy, and `true` as everyone including the visitor. */
const hops = (proxies: number) => (_address: string, hop: number) => hop < proxies

function isNetwork(text: string) {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits)
}

export type Settings = z.infer<typeof settings>

const credential = z
  .string()
  .regex(/^\P{Cc}+$/u)
  .optional()
const portNumber = z.coerce.number().int().min(1).max(65_535)
const host = z.string().regex(/^[\w.:-]+$/)
const megabytes = (fallback: number) => z.coerce.number().positive().max(10_000).default(fallback)
const address = z.url({ protocol: /^https?$/ })
const formOrMail = z.url({ protocol: /^(https?|mailto)$/ }).refine(isLinkable)
const isEncryptedOrLocal = (value: string) => /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/i.test(value)
const isOrigin = (value: string) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`

/** Whether the site has a catalogue is checked at the start. */
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
const languageTags = z
  .string()
  .transform((list) => list.split(',').map((tag) => tag.trim()))
  .pipe(z.array(languageTag))

/** All settings. A test compares these names with the table in the documentation. */
export const settings = z.object({
  PORT: portNumber.default(3000),
  HOST: host.default('127.0.0.1'),
  PUBLIC_URL: address.refine(isOrigin).optional(),
  DATA_DIR: folderSetting('DATA_DIR').default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/)
    .optional(),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: credential,
  S3_SECRET_ACCESS_KEY: credential,
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  SECRET: z.string().min(secretMin).optional(),
  OLD_SECRETS: oldSecrets,
  GITHUB_CLIENT_ID: credential,
  GITHUB_CLIENT_SECRET: credential,
  GOOGLE_CLIENT_ID: credential,
  GOOGLE_CLIENT_SECRET: credential,
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: credential,
  OIDC_CLIENT_SECRET: credential,
  OIDC_NAME: z.string().max(40).default('OpenID'),
  FEEDBACK_URL: formOrMail.optional(),
  CONTACT_URL: formOrMail.optional(),
  /** Refuses keys that can read or change a project. */
  POSTHOG_KEY: z
    .string()
    .refine((key) => !/^ph[xs]_/.test(key))
    .optional(),
  POSTHOG_HOST: address.refine(isSendingHost).default('https://eu.i.posthog.com'),
  ANALYTICS_SEARCH_TEXT: z.enum(['true', 'false']).default('false'),
  TRUST_PROXY: trustProxy,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAX_IMAGE_MB: megabytes(imageMb),
  MAX_VIDEO_MB: megabytes(200),
  MEMBER_QUOTA_MB: z.coerce.number().positive().max(100_000_000).default(2048),
  KEEP_FREE_MB: z.coerce.number().nonnegative().max(100_000_000).default(512),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
  LONG_ZINE_PAGES: z.coerce.number().int().min(zineImages).max(longZinePagesMax).default(40),
  LANGUAGES: languageTags.optional(),
  DEFAULT_LANGUAGE: languageTag.default('en'),
  OPERATE_WEB: z.enum(['on', 'off']).default('on'),
  REPORTS_TO: z.string().refine(isMailbox).optional(),
  SIGN_UPS: z.enum(['open', 'invite', 'approval', 'closed']).default('open'),
  CONFIRM_BEFORE_PUBLISHING: z.enum(['on', 'off']).optional(),
  SIGN_UP_PROOF: z.enum(['load', 'always', 'off']).default('load'),
  BACKUP_DIR: folderSetting('BACKUP_DIR').optional(),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(400).default(7),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  VERSION_URL: address.refine(isEncryptedOrLocal).optional(),
  WORKERS: z.coerce.number().int().min(1).max(10).default(1),
})

/** `foldout admin settings` does not show their values. The addresses may contain a password. */
export const secretSettings = new Set<string>([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SECRET',
  'OLD_SECRETS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
] satisfies (keyof typeof settings.shape)[])

function isLinkable(text: string) {
  const address = URL.parse(text)
  return address?.protocol !== 'mailto:' || isMailbox(address.pathname)
}

/** Refuses PostHog's other host names, since the library sends to the regional host instead. */
function isSendingHost(value: string) {
  const { hostname = '', href, origin } = URL.parse(value) ?? {}
  const isPostHog = hostname === 'posthog.com' || hostname.endsWith('.posthog.com')
  return href === `${origin}/` && (!isPostHog || /^(eu|us)\.i\.posthog\.com$/.test(hostname))
}
