import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { isOperatorName } from '#server/admin/operator-name.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import {
  findOperatorLink,
  openOperatorSession,
  sessionMinutes,
} from '#server/auth/sessions/operator-sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { html } from '#server/http/html.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { findModerationEmail } from '#server/reports/moderation-emails.queries.ts'
import { translate, type View } from './render-values.ts'
import type { Values } from './run-action.ts'

export type OpenOptions = { config: Config; db: Db; limits: Limits }

type Opened = { token: string } | { token?: undefined; status: number; says: MessageDescriptor | string; sent?: true }

/**
 * Opens a link of `foldout operate`. The link in an email about a report is valid for weeks and opens nothing: it sends
 * a link to the same mailbox.
 */
export async function openByCode(options: OpenOptions, { code = '', name = '' }: Values, ip: string): Promise<Opened> {
  const { db, limits } = options
  const link = await findOperatorLink(db, code)
  if (!link) {
    await limits.consume('operate-link', ip)
    return sendLink(options, code)
  }
  if (link.operator === null && !isOperatorName(name)) return { status: 400, says: nameNeeded }
  const token = await db.transaction().execute((tx) => openOperatorSession(tx, code, name || null))
  return token === undefined ? expired() : { token }
}

/** They last for a few minutes. Later, nobody would expect the link. */
const linkTries = 5

const nameNeeded = msg`This link came by email. Enter your name for the audit log, in at most 60 characters.`

const expired = (): Opened => {
  const { text } = linkExpired()
  return { status: 400, says: text }
}

async function sendLink({ config, db, limits }: OpenOptions, code: string): Promise<Opened> {
  const report = config.reportsTo === undefined ? undefined : await findModerationEmail(db, code)
  if (!config.reportsTo || !report) return expired()
  await limits.consume('operate-mail-report', report.id)
  await limits.consume('operate-mail', config.reportsTo)
  await db.transaction().execute((tx) => enqueueJob(tx, 'send-operator-link', {}, { maxTries: linkTries }))
  return {
    status: 200,
    says: msg`A link was sent to the address that gets the reports. It works once, for ten minutes.`,
    sent: true,
  }
}

type FormState = { says?: MessageDescriptor | string; sent?: true; form?: Values }

export function renderOpenForm(view: View, { says, sent, form = {} }: FormState) {
  const command = shellCommand('operate')
  const message =
    says && html`<p class="${sent ? 'done' : 'error'}" role="${sent ? 'status' : 'alert'}">${translate(view, says)}</p>`
  const introduction =
    !sent &&
    html`<p>${translate(view, msg`These pages are for the people who run this site. On the server, “${{ command }}” prints a link that opens them for ${{ sessionMinutes }} minutes.`)}</p>`
  return html`${message}${introduction}
<form method="post" action="/operate/open" class="open">
<p class="field"><label for="code">${translate(view, msg`Code of the link`)}</label><input class="input" id="code" name="code" autocomplete="off" required value="${sent ? '' : form.code}"></p>
<p class="field"><label for="name">${translate(view, msg`Your name`)} <span class="opt">${translate(view, msg`Optional`)}</span></label><span class="hint" id="name-hint">${translate(view, msg`Only for links from an email, for the audit log.`)}</span><input class="input" id="name" name="name" autocomplete="name" maxlength="60" aria-describedby="name-hint" value="${form.name}"></p>
<button class="button" id="open">${translate(view, msg`Open`)}</button>
</form>
<script src="/operate.js"></script>`
}
