import { resolve } from 'node:path'
import { dataFolder, loadOrCreateSecret } from './data-folder.ts'
import { assertTogether, invalidSettings } from './invalid-settings.ts'
import { defaultSender } from './mail-settings.ts'
import { type Settings, settings } from './settings.ts'

const blankAsAbsent = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

export type Config = ReturnType<typeof readConfig>

/** The location of a site: its folder, unless settings name a database or a secret. */
export type SiteLocation = { dataDir: string; hasDatabase: boolean; hasSecret: boolean }

/** Reads all settings. One error lists every invalid one. `checkLocation` can refuse before any file is created. */
export function readConfig(env: NodeJS.ProcessEnv, checkLocation: (location: SiteLocation) => void = () => undefined) {
  const parsed = settings.safeParse(blankAsAbsent(env))
  if (!parsed.success) throw new Error(`Foldout cannot start: ${invalidSettings(parsed.error, env)}`)
  const { data } = parsed
  assertTogether(data)
  const dataDir = dataFolder(data.DATA_DIR)
  checkLocation({
    dataDir,
    hasDatabase: data.DATABASE_URL !== undefined,
    hasSecret: data.SECRET !== undefined,
  })
  const secret = data.SECRET ?? loadOrCreateSecret(dataDir)
  const publicUrl = (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/$/, '')
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl,
    dataDir,
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseReadUrl: data.DATABASE_READ_URL,
    s3: s3Settings(data),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? defaultSender(publicUrl),
    secret,
    /** Otherwise the secret is only in this machine's data folder. */
    isSecretConfigured: data.SECRET !== undefined,
    /** Valid secrets for verifying and decrypting: the current one, then the old ones. */
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
    languages: data.LANGUAGES,
    defaultLanguage: data.DEFAULT_LANGUAGE,
    workers: data.WORKERS,
    operateWeb: data.OPERATE_WEB === 'on',
    reportsTo: data.REPORTS_TO,
    signUps: data.SIGN_UPS,
    confirmBeforePublishing: (data.CONFIRM_BEFORE_PUBLISHING ?? (data.SMTP_URL ? 'on' : 'off')) === 'on',
    signUpProof: data.SIGN_UP_PROOF,
    backupDir: data.BACKUP_DIR === undefined ? undefined : resolve(data.BACKUP_DIR),
    backupHour: data.BACKUP_HOUR,
    backupKeep: data.BACKUP_KEEP,
    versionUrl: data.VERSION_URL,
    metrics: data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, host: data.METRICS_HOST },
  }
}

/** Undefined unless the operator enables analytics. `searchText`: whether search queries are included. */
const analyticsOf = ({ POSTHOG_KEY: key, POSTHOG_HOST: host, ANALYTICS_SEARCH_TEXT: text }: Settings) =>
  key === undefined ? undefined : { key, host: new URL(host).origin, searchText: text === 'true' }

function s3Settings(data: Settings) {
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

export type ProviderSettings = {
  id: 'github' | 'google' | 'oidc'
  name: string
  clientId: string
  clientSecret: string
  /** The issuer URL of an OpenID provider, used for discovery. */
  issuer?: string
}

function providerSettings(data: Settings): ProviderSettings[] {
  const candidates = [
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
  return candidates.flatMap(({ id, name, clientId, clientSecret }) => {
    if (!clientId || !clientSecret) return []
    const issuer = { github: undefined, google: 'https://accounts.google.com', oidc: data.OIDC_ISSUER }[id]
    return [{ id, name, clientId, clientSecret, ...(issuer && { issuer }) }]
  })
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine can reach the address, as in development. */
export const isLoopback = (publicUrl: string) => loopbackNames.includes(new URL(publicUrl).hostname)

/** The origins that browsers send. On loopback any local name is valid; scheme and port never differ. */
export function originsOf(publicUrl: string) {
  const { protocol, port, origin } = new URL(publicUrl)
  if (!isLoopback(publicUrl)) return [origin]
  return loopbackNames.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}
