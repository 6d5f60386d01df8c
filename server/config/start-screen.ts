import { join } from 'node:path'
import type { Config } from './config.ts'

type Row = [name: string, words: string]

export function startScreen(config: Config, account: Row[] = []) {
  const missing = missingSettings(config)
  const blocks = [
    rows([
      ['Foldout is open at', config.publicUrl],
      ...account,
      ['Data directory', dataLocations(config)],
      ['To stop', 'press Ctrl+C'],
    ]),
    ...(missing.length > 0 ? [['  Before you open it to the public (README.md, “Run it”)', ...rows(missing)]] : []),
  ]
  return `\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const rows = (named: Row[]) => named.map(([name, text]) => `  ${name.padEnd(20)}${text}`)

function dataLocations({ dataDir, databaseUrl, s3 }: Config) {
  const externalSettings = [databaseUrl && 'DATABASE_URL', s3 && 'S3_BUCKET'].filter(Boolean)
  return externalSettings.length > 0 ? `${dataDir} (other data: see ${externalSettings.join(' and ')})` : dataDir
}

function missingSettings({ publicUrl, trustProxy, smtpUrl, reportsTo, dataDir, backupDir }: Config): Row[] {
  const isHttps = publicUrl.startsWith('https:')
  const missing: Row[] = []
  if (!isHttps) missing.push(['PUBLIC_URL', 'the public https address'])
  if (trustProxy === false) missing.push(['TRUST_PROXY', 'true, behind a web server with the certificate'])
  if (!smtpUrl) missing.push(['SMTP_URL', `a mail server; until then, emails are saved in ${join(dataDir, 'outbox')}`])
  if (!reportsTo) missing.push(['REPORTS_TO', 'the email address for reports; until then, a command lists them'])
  if (missing.length > 0 && !backupDir) missing.push(['BACKUP_DIR', 'a folder on another disk, for nightly backups'])
  return missing
}
