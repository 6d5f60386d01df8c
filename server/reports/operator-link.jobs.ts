import type { TaskList } from 'graphile-worker'
import { createOperatorLink, linkMinutes, operateLink } from '#server/auth/sessions/operator-sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { mailOperators, type OperatorMailDeps } from '#server/mail/mail-operators.ts'
import type { MailContent } from '#server/mail/render-mail.ts'

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'send-operator-link': object
  }
}

type Deps = OperatorMailDeps & { db: Db; config: Pick<Config, 'operateWeb'> }

/** The link is created when the email is sent, so that no job contains it and the ten minutes begin with the email. */
export const operatorLinkJobs = ({ db, mailer, config }: Deps): TaskList => ({
  'send-operator-link': async (_payload, { job, abortSignal, logger }) => {
    // Both settings may have changed since the request.
    if (!config.operateWeb || config.reportsTo === undefined) return
    const { token } = await db.transaction().execute((tx) => createOperatorLink(tx, null))
    const content = operatorLinkMail(operateLink(config.publicUrl, token))
    const name = `operate.${job.id}.${job.attempts}`
    const rejection = await mailOperators({ mailer, config }, { name, content }, abortSignal)
    if (rejection)
      logger.warn(`The address of REPORTS_TO rejected an email with a link for operators. ${rejection.message}`)
  },
})

const operatorLinkMail = (link: string): MailContent => ({
  subject: 'Your link to the pages for operators',
  headline: 'Operate this site',
  paragraphs: [
    'Someone with a report email asked for this link. The person who opens it can moderate, suspend members and see their data for an hour.',
  ],
  button: { label: 'Open the pages for operators', link },
  expiryNote: `The link works once, within ${linkMinutes} minutes.`,
  ifNotYou: {
    question: 'Didn’t ask for it?',
    answer: 'Do not open it, and find out who reads this mailbox. “foldout operate --end” ends all links and sessions.',
  },
  reason: 'You received this because this site sends reports to your address (setting REPORTS_TO).',
})
