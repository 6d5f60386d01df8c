import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { type ListedReport, listReports, readReport, resolveReport } from '#server/reports/list-reports.queries.ts'
import {
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
const decisionActs = ['hide', 'keep', 'remove'] as const
const report = textParameter('the id of a report')

const after = optionally({
  description: 'continue after this ID, which the previous list ended with',
  value: 'ID',
  shape: z.string().regex(uuid, 'must be the ID from the end of a list'),
})

const list = command({
  name: 'report list',
  summary: 'Lists open or resolved reports, most recent first.',
  options: {
    state: { description: 'which', value: states.join('|'), shape: oneOfValues(states).default('open') },
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
  summary: 'Shows a report, all other open reports of the same target, and earlier decisions.',
  positionals: { report },
  options: { limit },
  run: async ({ db }, { report: id, limit: maxRows }) => {
    const details = uuid.test(id) ? await readReport(db, id, { limit: maxRows + 1 }) : undefined
    if (!details) throw unknownReport(id)
    const { fields, says } = truncateLists(maxRows, { others: details.others, decisions: details.decisions })
    return { fields: { ...details.report, ...fields }, ...(says && { says }) }
  },
})

const resolve = command({
  name: 'report resolve',
  summary: 'Decides about what was reported, and resolves all its reports.',
  details:
    'For a creator, hide suspends the account, and remove deletes it. With keep, the creator gets no email, except with a reason about a zine.',
  positionals: {
    report,
    act: { description: decisionActs.join(', '), shape: oneOfValues(decisionActs) },
  },
  options: {
    reason: optionally(text('the reason, shown to the creator; required for hide and remove')),
    yes: flag('confirms remove; this cannot be undone'),
  },
  run: async ({ db, actor }, { report: id, act, reason = '', yes }) => {
    if (act !== 'keep' && reason === '') throw apiError('invalid_request', `--reason is needed to ${act}.`)
    if (act === 'remove' && !yes) throw await unconfirmedRemoval(db, id)
    const decision = { reportId: id, act, reason, actor } as const
    const resolves = () => db.transaction().execute((tx) => resolveReport(tx, decision))
    const outcome = uuid.test(id) ? await resolves() : 'absent'
    if (outcome === 'absent') throw unknownReport(id)
    return { outcome, says: outcome === 'done' ? outcomeTexts[act] : 'It was already resolved.' }
  },
})

async function unconfirmedRemoval(db: Db, id: string) {
  const { report } = (uuid.test(id) && (await readReport(db, id))) || {}
  if (!report) return unknownReport(id)
  const target =
    report.title === null ? `${report.creator} and all their data` : `“${report.title}” by ${report.creator}`
  return apiError('invalid_request', `This would permanently remove ${target}. Add --yes to confirm.`)
}

const outcomeTexts = {
  hide: 'It is hidden, and its creator gets an email.',
  keep: 'It stays, and its reports are resolved.',
  remove: 'It is removed, and its creator gets an email.',
}

const unknownReport = (id: string) => apiError('not_found', `No report ${id}, or its target no longer exists.`)

export const reportCommands = [list, show, resolve]
