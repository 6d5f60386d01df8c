import type pg from 'pg'
import { auditCrontab, auditJobs } from '#server/audit/audit.queries.ts'
import { pendingMembersCrontab, pendingMembersJobs } from '#server/auth/sign-ups/approval.ts'
import { importCrontab, importJobs } from '#server/import/read-imports.ts'
import { outboxCrontab, outboxJobs } from '#server/mail/outbox.ts'
import { deleteAccountCrontab, deleteAccountJobs } from './accounts/delete-account.jobs.ts'
import { accountMailCrontab, accountMailJobs } from './auth/account-mail/account-mail.jobs.ts'
import { reencryptSecretsCrontab, reencryptSecretsJobs } from './auth/factors/reencrypt-secrets.jobs.ts'
import { backupCrontab, backupJobs } from './backup/backup.jobs.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/connection.ts'
import type { Jobs } from './db/jobs.ts'
import { documentJobs, documentsCrontab } from './documents/documents.jobs.ts'
import type { DocumentDeps } from './documents/documents.ts'
import { draftCrontab, draftJobs } from './drafts/drafts.jobs.ts'
import { expiredRowsCrontab, expiredRowsJobs } from './expired-rows.jobs.ts'
import { createLimits } from './http/rate-limits.ts'
import type { Mailer } from './mail/mailer.ts'
import { mediaCrontab, mediaJobs } from './media/media.jobs.ts'
import type { MediaDeps } from './media/media.ts'
import { moderationCrontab, moderationJobs } from './moderation/moderation.jobs.ts'
import { operatorLinkJobs } from './reports/operator-link.jobs.ts'
import { reportCrontab, reportJobs } from './reports/reports.jobs.ts'
import { searchCrontab, searchJobs } from './search/search.jobs.ts'
import { digestCrontab, digestJobs } from './subscriptions/digest.jobs.ts'

type JobDeps = {
  config: Config
  db: Db
  pool: pg.Pool
  direct: pg.Pool
  media: MediaDeps
  documents: DocumentDeps
  mailer: Mailer
}

export const allJobs = ({ config, db, pool, direct, media, documents, mailer }: JobDeps) => ({
  ...mediaJobs(media),
  ...documentJobs(documents),
  ...importJobs(documents),
  ...accountMailJobs({ db, mailer, config }),
  ...pendingMembersJobs({ db, mailer, config }),
  ...searchJobs({ db }),
  ...expiredRowsJobs({ db }),
  ...outboxJobs({ config }),
  ...auditJobs({ db }),
  ...draftJobs({ config, db, limits: createLimits({ config, pool }) }),
  ...deleteAccountJobs({ db }),
  ...reencryptSecretsJobs({ config, db }),
  ...moderationJobs({ config, db, mailer, media }),
  ...reportJobs({ config, db, mailer }),
  ...operatorLinkJobs({ config, db, mailer }),
  ...digestJobs({ config, db, pool, mailer }),
  ...backupJobs({ config, pool: direct }),
})

/** Jobs whose results visitors see. Page caches are cleared when one ends. */
export const publicJobs = new Set<string>([
  'index-library',
  'index-zines-of',
  'delete-account',
  'publish-draft',
  'update-zine-visibility',
] satisfies (keyof Jobs)[])

export const crontabOf = (config: Config) =>
  [
    mediaCrontab,
    documentsCrontab,
    importCrontab,
    accountMailCrontab,
    pendingMembersCrontab,
    searchCrontab,
    expiredRowsCrontab,
    draftCrontab,
    deleteAccountCrontab,
    reencryptSecretsCrontab,
    backupCrontab(config),
    outboxCrontab,
    auditCrontab,
    moderationCrontab,
    reportCrontab,
    digestCrontab,
  ].join('\n')
