import type { z } from 'zod'
import { longZinePagesMax, zineImages } from '#contract/limits.ts'
import { secretMin } from './data-folder.ts'
import { usableFolder } from './folder-setting.ts'
import type { Settings } from './settings.ts'

type Setting = keyof Settings

const onOrOff = 'on or off'
const port = 'a whole number from 1 to 65535'
const localAddress = 'an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them'
const database = 'an address such as postgres://user:password@host/database'
const credential = 'one line of text without control characters'
const formAddress = 'the https URL of a form, or mailto: and an email address'
const megabytes = 'a number of megabytes'

const allowed: Record<Setting, string> = {
  PORT: port,
  HOST: localAddress,
  PUBLIC_URL: 'an http or https address without a path, such as https://zines.example',
  DATA_DIR: usableFolder,
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database,
  DATABASE_READ_URL: database,
  S3_BUCKET: 'the name of a bucket: 3 to 63 letters, digits, dots and hyphens',
  S3_ENDPOINT: 'an http or https address',
  S3_REGION: 'the name of a region, such as us-east-1',
  S3_ACCESS_KEY_ID: credential,
  S3_SECRET_ACCESS_KEY: credential,
  SMTP_URL: 'an address such as smtp://user:password@host:587 or smtps://host',
  MAIL_FROM: 'an email address, or a name and an address: Foldout <post@example.org>',
  SECRET: `at least ${secretMin} characters long`,
  OLD_SECRETS: `secrets of at least ${secretMin} characters, separated by commas`,
  GITHUB_CLIENT_ID: credential,
  GITHUB_CLIENT_SECRET: credential,
  GOOGLE_CLIENT_ID: credential,
  GOOGLE_CLIENT_SECRET: credential,
  OIDC_ISSUER: 'an http or https address',
  OIDC_CLIENT_ID: credential,
  OIDC_CLIENT_SECRET: credential,
  OIDC_NAME: 'a name of at most 40 characters',
  FEEDBACK_URL: formAddress,
  CONTACT_URL: formAddress,
  POSTHOG_KEY: 'the public key of a project, phc_…, not a key that can read or change it',
  POSTHOG_HOST: 'https://eu.i.posthog.com, https://us.i.posthog.com or an origin of your own',
  ANALYTICS_SEARCH_TEXT: 'true or false',
  TRUST_PROXY: 'true, false, a number of proxies, or their addresses such as 10.0.0.0/8,192.0.2.7',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  MAX_IMAGE_MB: `${megabytes} up to 10000`,
  MAX_VIDEO_MB: `${megabytes} up to 10000`,
  MEMBER_QUOTA_MB: `${megabytes} up to 100000000`,
  KEEP_FREE_MB: `${megabytes} up to 100000000, or 0`,
  RATE_LIMITS: onOrOff,
  HSTS_SUBDOMAINS: onOrOff,
  OPERATE_WEB: onOrOff,
  LONG_ZINE_PAGES: `a whole number from ${zineImages} to ${longZinePagesMax}`,
  LANGUAGES: 'languages separated by commas, such as en,es,pt-BR',
  DEFAULT_LANGUAGE: 'one language, such as en or pt-BR',
  REPORTS_TO: 'one email address',
  SIGN_UPS: 'open, invite, approval or closed',
  CONFIRM_BEFORE_PUBLISHING: onOrOff,
  SIGN_UP_PROOF: 'load, always or off',
  BACKUP_DIR: usableFolder,
  BACKUP_HOUR: 'a whole hour of UTC, from 0 to 23',
  BACKUP_KEEP: 'a whole number from 1 to 400',
  METRICS_PORT: 'a whole number from 0 to 65535; 0 takes any free port',
  METRICS_HOST: localAddress,
  VERSION_URL: 'an https address',
  WORKERS: 'a whole number from 1 to 10',
}

const isSecret = (name: string) => /SECRET|_KEY|^DATABASE_|^SMTP_URL$/.test(name)

export function invalidSetting(name: string, value = '', reason?: string) {
  const notes = [reason, isSecret(name) && 'its value is not shown'].filter(Boolean).join('; ')
  const actualValue = isSecret(name) ? '' : `, not “${value}”`
  return `${name} must be ${allowed[name as Setting]}${actualValue}${notes && ` (${notes})`}.`
}

export function invalidSettings(error: z.ZodError, env: NodeJS.ProcessEnv) {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const name = String(issue.path[0])
    // Folders have sentences of their own, and database addresses a reason.
    const { sentence, reason } = (issue.code === 'custom' && issue.params) || {}
    if (!messages.has(name)) messages.set(name, sentence ?? invalidSetting(name, env[name]?.trim(), reason))
  }
  return [...messages.values()].join('\n')
}

/** Settings that work only together. Those in `dependents` are optional and require the others. */
const settingGroups: { required: Setting[]; dependents?: Setting[] }[] = [
  { required: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], dependents: ['S3_ENDPOINT'] },
  { required: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'] },
  { required: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] },
  { required: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] },
  { required: ['DATABASE_URL'], dependents: ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] },
]

export function assertTogether(data: Settings) {
  const isSet = (name: Setting) => data[name] !== undefined && String(data[name]) !== ''
  for (const { required, dependents = [] } of settingGroups) {
    const [configured] = [...dependents, ...required].filter(isSet)
    const missing = required.filter((name) => !isSet(name))
    if (configured && missing.length > 0)
      throw new Error(`Foldout cannot start: ${configured} is set, so ${missing.join(' and ')} must be set as well.`)
  }
}
