import { join } from 'node:path'
import type { Config } from './config.ts'

type Row = [name: string, words: string]

export function startScreen(config: Config, account: Row[] = []) {
  const needs = stillNeeded(config)
  const blocks = [
    rows([
      ['Foldout is open at', config.publicUrl],
      ...account,
      ['Data directory', whereDataLie(config)],
      ['To stop', 'press Ctrl+C'],
    ]),
    ...(needs.length > 0
      ? [['  Before you open it to the public (README.md, “Run it”)', ...rows(needs)]]
      : []),
  ]
  return `\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const rows = (named: Row[]) => named.map(([name, words]) => `  ${name.padEnd(20)}${words}`)

function whereDataLie({ dataDir, databaseUrl, s3 }: Config) {
  const elsewhere = [databaseUrl && 'DATABASE_URL', s3 && 'S3_BUCKET'].filter(Boolean)
  return elsewhere.length > 0 ? `${dataDir} (other data: see ${elsewhere.join(' and ')})` : dataDir
}

function stillNeeded({ publicUrl, trustProxy, smtpUrl, reportsTo, dataDir, backupDir }: Config): Row[] {
  const isHttps = publicUrl.startsWith('https:')
  const needs: Row[] = []
  if (!isHttps) needs.push(['PUBLIC_URL', 'the public https address'])
  if (trustProxy === false) needs.push(['TRUST_PROXY', 'true, behind a web server with the certificate'])
  if (!smtpUrl)
    needs.push(['SMTP_URL', `a mail server; until then, emails are saved in ${join(dataDir, 'outbox')}`])
  if (!reportsTo)
    needs.push(['REPORTS_TO', 'the email address for reports; until then, a command lists them'])
  if (needs.length > 0 && !backupDir)
    needs.push(['BACKUP_DIR', 'a folder on another disk, for nightly backups'])
  return needs
}
