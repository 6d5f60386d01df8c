import { randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { recordAction } from '#server/audit/audit.queries.ts'
import { isMailbox, smtpServer } from '#server/config/mail-settings.ts'
import { apiError } from '#server/http/errors.ts'
import { MailError, openMailer } from '#server/mail/mailer.ts'
import { outboxFolder } from '#server/mail/outbox.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { command, type Site, textParameter } from './command.ts'

export const mailTestCommand = command({
  name: 'mail test',
  summary: msg`Sends one email immediately, to test SMTP_URL and MAIL_FROM.`,
  details: msg`It skips the queue and is not retried. A mail server may take up to a minute to respond.`,
  positionals: { address: textParameter(msg`the recipient, such as your own address`) },
  run: async ({ config, db, actor }, { address }) => {
    if (!isMailbox(address))
      throw apiError('invalid_request', msg`${{ address }} is not an email address. Example: ana@mail.example.`)
    await sendTest(config, address)
    await recordAction(db, { actor, act: 'test mail sent' })
    return { outcome: 'done', says: sentMessage(config, address) }
  },
})

async function sendTest(config: Site['config'], to: string) {
  const mailer = openMailer({ config, log: { info: () => undefined } })
  const domain = config.mailFrom.address.split('@').at(-1)
  try {
    await mailer.send({
      ...renderMail(testMail(config.publicUrl), config.publicUrl),
      ...{ to, messageId: `${randomUUID()}@${domain}` },
    })
  } catch (error) {
    throw error instanceof MailError ? apiError('unavailable', notSentMessage(error, config)) : error
  }
}

const testMail = (publicUrl: string) => ({
  subject: 'Test email from Foldout',
  headline: 'Email works',
  paragraphs: ['An operator of this site sent this email to test its mail server.'],
  button: { label: 'Open the site', link: publicUrl },
  ifNotYou: { question: 'Didn’t expect this?', answer: 'You can delete it. Nothing else happened.' },
  reason: 'You received this because an operator entered your address.',
})

/** The server without the password in SMTP_URL. */
export function describeServer({ smtpUrl = '' }: Pick<Site['config'], 'smtpUrl'>) {
  const { host = '', port = '' } = smtpServer(smtpUrl) ?? {}
  return `${host}:${port}`
}

const notSentMessage = ({ message, mayHaveArrived }: MailError, config: Site['config']) =>
  mayHaveArrived
    ? msg`${{ problem: message }} The email may still have arrived. Check SMTP_URL (${{ server: describeServer(config) }}) and MAIL_FROM (${{ address: config.mailFrom.address }}).`
    : msg`${{ problem: message }} Nothing was sent. Check SMTP_URL (${{ server: describeServer(config) }}) and MAIL_FROM (${{ address: config.mailFrom.address }}).`

const sentMessage = (config: Site['config'], to: string) =>
  config.smtpUrl
    ? msg`${{ server: describeServer(config) }} accepted an email to ${{ to }} from ${{ from: config.mailFrom.address }}. Check the inbox and the spam folder.`
    : msg`SMTP_URL is not set, so the email was saved as a file in ${{ folder: outboxFolder(config) }}.`
