import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { moderationActs } from '#contract/report-reasons.ts'
import type { Db } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { type ListedReport, listReports, readReport, resolveReport } from '#server/reports/list-reports.queries.ts'
import { readReportedZine } from '#server/reports/moderation-emails.queries.ts'
import {
  ConfirmationNeeded,
  command,
  flag,
  limit,
  oneOfValues,
  optionally,
  text,
  textParameter,
  toPage,
  truncateLists,
  uuid,
} from './command.ts'

const states = ['open', 'resolved'] as const
const report = textParameter(msg`the id of a report`)

const after = optionally({
  description: msg`continue after this ID, which the previous list ended with`,
  value: 'ID',
  shape: z.string().regex(uuid, say(msg`must be the ID from the end of a list`)),
})

const list = command({
  name: 'report list',
  summary: msg`Lists open or resolved reports, most recent first.`,
  options: {
    state: { description: msg`which`, value: states.join('|'), shape: oneOfValues(states).default('open') },
    limit,
    after,
  },
  run: async ({ db }, { state, limit: maxRows, after: last }) => {
    const reports = await listReports(db, { state, limit: maxRows + 1, ...(last && { after: last }) })
    const { page, next } = toPage(reports, maxRows, ({ id }) => id)
    return { rows: page.map(shortRow), next }
  },
})

/** A report without a title is about the creator. */
const shortRow = ({ id, reportedAt, reason, creator, title, zineId, resolution, words }: ListedReport) => ({
  id,
  reportedAt,
  reason,
  creator,
  title,
  zineId,
  resolution,
  words,
})

const show = command({
  name: 'report show',
  summary: msg`Shows a report, all other reports of the same target, and earlier decisions.`,
  positionals: { report },
  options: { limit },
  run: async ({ config, db }, { report: id, limit: maxRows }) => {
    const details = uuid.test(id) ? await readReport(db, id, { limit: maxRows + 1 }) : undefined
    if (!details) throw unknownReport(id)
    const { fields, says } = truncateLists(maxRows, { others: details.others, decisions: details.decisions })
    const { zineId, creatorId } = details.report
    const zine = zineId === null ? undefined : await readReportedZine(db, zineId)
    const address = `${config.publicUrl}/${zineId === null ? `profile/${creatorId}` : `zine/${zineId}`}`
    return {
      fields: { ...details.report, address, description: zine?.description, ...fields },
      ...(zine && { pictures: zine.pages }),
      ...(says && { says }),
    }
  },
})

const resolve = command({
  name: 'report resolve',
  summary: msg`Decides about what was reported, and resolves all its reports.`,
  details: msg`Hiding a creator suspends the account. If a zine is kept, its creator is notified only if there is a reason.`,
  positionals: {
    report,
    act: { description: msg`hide, keep or remove`, shape: oneOfValues(moderationActs) },
  },
  options: {
    reason: optionally(text(msg`the reason, shown to the creator; required for hide and remove`)),
    yes: flag(msg`confirms a removal; this cannot be undone`),
  },
  run: async ({ db, actor }, { report: id, act, reason = '', yes }) => {
    if (act !== 'keep' && reason === '') throw apiError('invalid_request', msg`Its creator needs a reason.`)
    if (act === 'remove' && !yes) throw await unconfirmedRemoval(db, id)
    const decision = { reportId: id, act, reason, actor } as const
    const resolves = () => db.transaction().execute((tx) => resolveReport(tx, decision))
    const outcome = uuid.test(id) ? await resolves() : 'absent'
    if (outcome === 'absent') throw unknownReport(id)
    return { outcome, says: outcome === 'done' ? outcomeTexts[act] : msg`It was already resolved.` }
  },
})

async function unconfirmedRemoval(db: Db, id: string) {
  const { report } = (uuid.test(id) && (await readReport(db, id))) || {}
  if (!report) return unknownReport(id)
  const { title, creator: username } = report
  return new ConfirmationNeeded(
    title === null
      ? msg`This would permanently remove ${{ username }}, with all their data.`
      : msg`This would permanently remove “${{ title }}” by ${{ username }}.`,
  )
}

const outcomeTexts = {
  hide: msg`It is hidden, and its creator gets an email.`,
  keep: msg`It stays, and its reports are resolved.`,
  remove: msg`It is removed, and its creator gets an email.`,
}

const unknownReport = (id: string) => apiError('not_found', msg`No report ${{ id }}, or its target no longer exists.`)

export const reportCommands = [list, show, resolve]
