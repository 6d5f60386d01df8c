import type { TaskList } from 'graphile-worker'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { MailContent } from '#server/mail/mail-html.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { quoted } from '#server/mail/quoted.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { typedCommand } from '#server/process/typed-command.ts'
import { dateInWords } from '../account-mail/account-mail.rules.ts'

/** Once a day; of a day that passed while the site was down there is no letter. */
export const waitingLetterCrontab = '7 8 * * * tell-of-waiting ?jobKey=tell-of-waiting'

type LetterDeps = {
  db: Db
  mailer: Mailer
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'reportsTo'>
}

export const waitingLetterJobs = (deps: LetterDeps): TaskList => ({
  'tell-of-waiting': (_payload, { abortSignal }) => tellOfWaiting(deps, abortSignal),
})

/** Tells whoever decides how many members wait for their yes, and who waits longest. Nobody waits: no letter. */
export async function tellOfWaiting({ db, mailer, config }: LetterDeps, signal: AbortSignal | undefined) {
  const { reportsTo, publicUrl, mailFrom } = config
  if (!reportsTo) return
  const { count, longest } = await findWaiting(db)
  if (count === 0) return
  const day = new Date().toISOString().slice(0, 10)
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  const letter = renderMail(waitingLetter(count, longest, publicUrl), publicUrl)
  await mailer.send({ ...letter, to: reportsTo, messageId: `waiting.${day}@${domain}` }, signal)
}

type Waiting = { username: string; since: Date }
const named = 20

async function findWaiting(db: Db) {
  const waiting = db
    .selectFrom('users')
    .where('awaiting_since', 'is not', null)
    .where('deleting_at', 'is', null)
  const { count } = await waiting
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const longest = await waiting
    .select((eb) => ['username', eb.ref('awaiting_since').$notNull().as('since')])
    .orderBy('awaiting_since')
    .limit(named)
    .execute()
  return { count: Number(count), longest }
}

export const waitingLetter = (count: number, longest: Waiting[], publicUrl: string): MailContent => ({
  subject: count === 1 ? 'One new member waits at Foldout' : `${count} new members wait at Foldout`,
  headline: count === 1 ? 'One waits for your yes' : `${count} wait for your yes`,
  paragraphs: [
    `They have registered, and nobody sees them yet. Say yes with “${typedCommand('admin', 'member approve NAME')}”, or no with “${typedCommand('admin', 'member refuse NAME')}”.`,
    ...(count > named ? [`These ${named} have waited longest.`] : []),
  ],
  facts: longest.map(({ username, since }) => [quoted(username), `since ${dateInWords(since)}`]),
  button: { label: 'Open Foldout', link: publicUrl },
  otherwise: { question: 'Should nobody have to wait?', answer: 'That is the setting SIGN_UPS.' },
  why: 'You get this because REPORTS_TO of this site names your address. It comes once a day while somebody waits.',
})
