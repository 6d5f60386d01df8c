import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountMailJobs } from '#server/auth/account-mail/account-mail.jobs.ts'
import { type AccountMail, mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { readConfig } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { startJobs } from '#server/db/jobs.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { createTestDatabase } from './test-database.ts'

type Person = { username?: string; email?: string; isConfirmed?: boolean; confirmedEmail?: string | null }

/** While the job runs, `attempts` includes the current attempt and `last_error` belongs to the one before. */
type QueuedMail = { id: string; attempts: number; last_error: string | null; is_at_work: boolean }

let memberCount = 0

/** Account email from the queue to the mail server, with its own database and without the rest of the site. */
export async function startAccountMail(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-post-'))
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://zines.example', ...settings })
  const { pool } = await createTestDatabase()
  const db = openDb(pool)
  const logged: string[] = []
  const record = (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`)
  const log = { info: record, warn: record, error: record, debug: record }
  const mailer = openMailer({ config, log })
  const runner = await startJobs(pool, accountMailJobs({ db, mailer, config }), '# none', log, {
    pollMs: 200,
  })

  return {
    config,
    db,
    logged,
    mailer,
    pool,
    /** Inserts a user without a password or a session. */
    async createMember({ username, email, isConfirmed = true, confirmedEmail }: Person = {}) {
      memberCount += 1
      const name = username ?? `reader${memberCount}`
      const address = email ?? `reader${memberCount}@example.org`
      const confirmed = confirmedEmail === undefined && isConfirmed ? address : (confirmedEmail ?? null)
      const { id } = await db
        .insertInto('users')
        .values({
          username: name,
          username_key: `key${memberCount}`,
          email: address,
          email_verified: isConfirmed,
          confirmed_email: confirmed,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, username: name, email: address }
    },
    enqueue: (mail: AccountMail) => db.transaction().execute((tx) => mailAccount(tx, mail)),
    /** Queued emails, each with the error of its last attempt. */
    async listQueued() {
      const { rows } = await pool.query<QueuedMail>(
        `select id, attempts, last_error, locked_at is not null as is_at_work
         from graphile_worker.jobs where task_identifier = 'send-account-mail'`,
      )
      return rows
    },
    /** Makes all waiting retries due immediately. */
    async runRetriesNow() {
      await pool.query(
        `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`,
      )
    },
    async listLinks() {
      return db.selectFrom('mail_links').select(['purpose', 'email', 'user_id']).execute()
    },
    async close() {
      await runner.stop()
      await pool.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
