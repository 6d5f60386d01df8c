import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { startScreen } from './start-screen.ts'

const screen = (settings: Record<string, string> = {}) =>
  startScreen(readConfig({ SECRET: 'x'.repeat(32), DATA_DIR: '/srv/foldout', ...settings }))

const publicSettings = {
  PUBLIC_URL: 'https://zines.example',
  TRUST_PROXY: 'true',
  SMTP_URL: 'smtp://mail.example',
  REPORTS_TO: 'ana@zines.example',
}

test('says where the site is, where its data are, how it is stopped, and what the world needs', () => {
  expect(screen()).toBe(`
  Foldout is open at  http://localhost:3000
  Data directory      /srv/foldout
  To stop             press Ctrl+C

  Before you open it to the public (README.md, “Run it”)
  PUBLIC_URL          the public https address
  TRUST_PROXY         true, behind a web server with the certificate
  SMTP_URL            a mail server; until then, emails are saved in /srv/foldout/outbox
  REPORTS_TO          the email address for reports; until then, a command lists them
  BACKUP_DIR          a folder on another disk, for nightly backups
`)
})

test('lists only missing settings, and none if all are set', () => {
  const { SMTP_URL: _mail, ...unmailed } = publicSettings
  expect(screen(unmailed)).toContain('SMTP_URL')
  expect(screen(unmailed)).not.toMatch(/PUBLIC_URL|TRUST_PROXY/)
  expect(screen(publicSettings)).not.toMatch(/[A-Z]+_[A-Z]+|to the public/)
})

test('shows no password of the database, of the store or of the mail server', () => {
  const external = {
    DATABASE_URL: 'postgres://ana:hunter2@db/zines',
    SMTP_URL: 'smtp://ana:hunter2@mail.example',
    S3_BUCKET: 'zines',
    S3_ACCESS_KEY_ID: 'hunter2',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  }
  expect(screen(external)).toContain('/srv/foldout (other data: see DATABASE_URL and S3_BUCKET)')
  expect(screen(external)).not.toContain('hunter2')
})
