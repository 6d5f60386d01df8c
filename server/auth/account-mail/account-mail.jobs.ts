import type { TaskList } from 'graphile-worker'
import { hurryUnreached, listAddressees } from './account-mail.queries.ts'
import { type PromisedMail, promisedMail } from './account-mail.ts'
import { linkSeconds } from './mail-links.queries.ts'
import { type SendDeps, sendUnlessRefused } from './send-account-mail.ts'

/** When the mail server is back, what waits for it goes within five minutes. */
export const accountMailCrontab = '*/5 * * * * hurry-account-mail ?jobKey=hurry-account-mail'

/**
 * A mail is tried 25 times over nearly four days: graphile-worker's own steps, which end at six hours. It is sent
 * at least once and, as far as this end can know, not twice: a job runs in one place at a time and is gone when the
 * mail server has said yes. If the server takes a mail and dies before saying so, or this process does before noting
 * it, it is sent again, and nothing on this end can prevent that. The copies have one Message-ID, by which a receiver
 * may drop one, and the links in both work.
 */
export const accountMailJobs = (deps: SendDeps): TaskList => ({
  'send-account-mail': async (payload, { abortSignal, logger }) => {
    const asked = promisedMail.parse(payload)
    if (isTooLate(asked)) return logger.warn('A recovery mail was not sent within its hour.')
    for (const addressee of await listAddressees(deps.db, asked.mail, asked.askedAt)) {
      const refusal = await sendUnlessRefused(deps, asked, { addressee, signal: abortSignal })
      if (refusal) logger.warn(`A mail (${asked.mail.kind}) has no mailbox to go to. ${refusal.message}`)
    }
  },
  'hurry-account-mail': async () => {
    if (await deps.mailer.isReady()) await hurryUnreached(deps.db)
  },
})

/** Who asked an hour ago has asked again or given up; a way to the password should not turn up unexpected. */
const isTooLate = ({ mail, askedAt }: PromisedMail) =>
  mail.kind === 'recovery' && Date.now() - askedAt.getTime() > linkSeconds.recovery * 1000
