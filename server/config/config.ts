import { resolve } from 'node:path'
import { z } from 'zod'
import { longZinePagesMost, zineImages } from '#contract/limits.ts'
import { analyticsOf, analyticsSettings } from './analytics-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { canBeFolder, dataFolder } from './data-folder.ts'
import { databaseAddress } from './database-address.ts'
import { assertTogether, invalidSettings } from './invalid-settings.ts'
import { keptSecret, oldSecrets, secretMin } from './kept-secret.ts'
import { defaultSender, isMailbox, mailFrom, smtpUrl } from './mail-settings.ts'
import { replicaSettings, replicasOf } from './replica-settings.ts'
import { trustProxy } from './trust-proxy.ts'

const blankAsAbsent = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

const credential = z
  .string()
  .regex(/^\P{Cc}+$/u)
  .optional()
const portNumber = z.coerce.number().int().min(1).max(65_535)
const host = z.string().regex(/^[\w.:-]+$/)
const megabytes = (fallback: number) => z.coerce.number().positive().max(10_000).default(fallback)
const address = z.url({ protocol: /^https?$/ })
const formOrMail = z.url({ protocol: /^(https?|mailto)$/ }).refine(isLinkable)
const isOrigin = (value: string) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`

/** Every setting there is. The README's table is checked against these names. */
export const settings = z.object({
  PORT: portNumber.default(3000),
  HOST: host.default('127.0.0.1'),
  PUBLIC_URL: address.refine(isOrigin).optional(),
  DATA_DIR: z.string().refine(canBeFolder).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  ...replicaSettings,
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
  ...analyticsSettings,
  TRUST_PROXY: trustProxy,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAX_IMAGE_MB: megabytes(20),
  MAX_VIDEO_MB: megabytes(200),
  MEMBER_QUOTA_MB: z.coerce.number().positive().max(100_000_000).default(2048),
  KEEP_FREE_MB: z.coerce.number().nonnegative().max(100_000_000).default(512),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
  LONG_ZINE_PAGES: z.coerce.number().int().min(zineImages).max(longZinePagesMost).default(40),
  REPORTS_TO: z.string().refine(isMailbox).optional(),
  SIGN_UPS: z.enum(['open', 'invite', 'approval', 'closed']).default('open'),
  CONFIRM_BEFORE_PUBLISHING: z.enum(['on', 'off']).optional(),
  SIGN_UP_PROOF: z.enum(['load', 'always', 'off']).default('load'),
  ...backupSettings,
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  WORKERS: z.coerce.number().int().min(1).max(10).default(1),
})

function isLinkable(text: string) {
  const address = URL.parse(text)
  return address?.protocol !== 'mailto:' || isMailbox(address.pathname)
}

export type Data = z.infer<typeof settings>
export type Config = ReturnType<typeof readConfig>

/** Where a site is: in its folder, but for a database or a secret that settings name. */
export type Place = { dataDir: string; hasDatabase: boolean; hasSecret: boolean }

/**
 * Reads and checks all settings; throws one error that names each wrong setting. `look` is asked before anything is made,
 * and may refuse by throwing.
 */
export function readConfig(env: NodeJS.ProcessEnv, look: (place: Place) => void = () => undefined) {
  const parsed = settings.safeParse(blankAsAbsent(env))
  if (!parsed.success) throw new Error(`Foldout cannot start: ${invalidSettings(parsed.error, env)}`)
  const { data } = parsed
  assertTogether(data)
  const dataDir = dataFolder(data.DATA_DIR)
  look({ dataDir, hasDatabase: data.DATABASE_URL !== undefined, hasSecret: data.SECRET !== undefined })
  const secret = data.SECRET ?? keptSecret(dataDir)
  const publicUrl = (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/$/, '')
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl,
    dataDir,
    databaseUrl: data.DATABASE_URL,
    replicas: replicasOf(data),
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    s3: s3Settings(data),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? defaultSender(publicUrl),
    secret,
    /** Otherwise it lies in the folder of this machine alone. */
    isSecretGiven: data.SECRET !== undefined,
    /** What may have signed or encrypted what is read: the one that signs now, then those before it. */
    secrets: [...new Set([secret, ...data.OLD_SECRETS])],
    providers: providerSettings(data),
    feedbackUrl: data.FEEDBACK_URL,
    contactUrl: data.CONTACT_URL,
    analytics: analyticsOf(data),
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    maxImageMb: data.MAX_IMAGE_MB,
    maxVideoMb: data.MAX_VIDEO_MB,
    memberQuotaMb: data.MEMBER_QUOTA_MB,
    keepFreeMb: data.KEEP_FREE_MB,
    rateLimits: data.RATE_LIMITS === 'on',
    hstsSubdomains: data.HSTS_SUBDOMAINS === 'on',
    longZinePages: data.LONG_ZINE_PAGES,
    workers: data.WORKERS,
    reportsTo: data.REPORTS_TO,
    signUps: data.SIGN_UPS,
    confirmBeforePublishing: (data.CONFIRM_BEFORE_PUBLISHING ?? (data.SMTP_URL ? 'on' : 'off')) === 'on',
    signUpProof: data.SIGN_UP_PROOF,
    backupDir: data.BACKUP_DIR === undefined ? undefined : resolve(data.BACKUP_DIR),
    backupHour: data.BACKUP_HOUR,
    backupKeep: data.BACKUP_KEEP,
    metrics:
      data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, host: data.METRICS_HOST },
  }
}

function s3Settings(data: Data) {
  if (!data.S3_BUCKET) return undefined
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = data
  if (!accessKeyId || !secretAccessKey) return undefined
  return {
    bucket: data.S3_BUCKET,
    endpoint: data.S3_ENDPOINT,
    region: data.S3_REGION,
    accessKeyId,
    secretAccessKey,
  }
}

/** Somewhere else that people can sign in from. */
export type ProviderSettings = {
  id: 'github' | 'google' | 'oidc'
  name: string
  clientId: string
  clientSecret: string
  /** Of an OpenID provider: who it calls itself, and where it says how it is spoken to. */
  issuer?: string
}

function providerSettings(data: Data): ProviderSettings[] {
  const named = [
    {
      id: 'github',
      name: 'GitHub',
      clientId: data.GITHUB_CLIENT_ID,
      clientSecret: data.GITHUB_CLIENT_SECRET,
    },
    {
      id: 'google',
      name: 'Google',
      clientId: data.GOOGLE_CLIENT_ID,
      clientSecret: data.GOOGLE_CLIENT_SECRET,
    },
    {
      id: 'oidc',
      name: data.OIDC_NAME,
      clientId: data.OIDC_CLIENT_ID,
      clientSecret: data.OIDC_CLIENT_SECRET,
    },
  ] as const
  return named.flatMap(({ id, name, clientId, clientSecret }) => {
    if (!clientId || !clientSecret) return []
    const issuer = { github: undefined, google: 'https://accounts.google.com', oidc: data.OIDC_ISSUER }[id]
    return [{ id, name, clientId, clientSecret, ...(issuer && { issuer }) }]
  })
}
