import { z } from 'zod'
import { refuse } from '#server/http/errors.ts'
import {
  type ListedReport,
  listReports,
  resolveReport,
  showReport,
} from '#server/reports/list-reports.queries.ts'
import { command, limit, named, oneOf, optionally, partOf, shortened, text, uuid } from './command.ts'

const states = ['open', 'resolved'] as const
const acts = ['hide', 'keep', 'remove'] as const
const report = named('the id of a report')

const after = optionally({
  says: 'continue after this ID, which the previous list ended with',
  value: 'ID',
  shape: z.string().regex(uuid, 'must be the ID from the end of a list'),
})

const list = command({
  name: 'report list',
  says: 'Lists open or resolved reports, most recent first.',
  options: {
    state: { says: 'which', value: states.join('|'), shape: oneOf(states).default('open') },
    limit,
    after,
  },
  run: async ({ db }, { state, limit: most, after: last }) => {
    const found = await listReports(db, { state, limit: most + 1, ...(last && { after: last }) })
    const { shown, next } = partOf(found, most, ({ id }) => id)
    return { rows: shown.map(shortRow), next }
  },
})

/** A report without a title is about the creator. */
const shortRow = ({ id, reportedAt, reason, creator, title, zineId, resolution, words }: ListedReport) => ({
  ...{ id, reportedAt, reason, creator, title, zineId, resolution, words },
})

const show = command({
  name: 'report show',
  says: 'Shows a report, all other open reports of the same target, and earlier decisions.',
  takes: { report },
  options: { limit },
  run: async ({ db }, { report: id, limit: most }) => {
    const found = uuid.test(id) ? await showReport(db, id, { limit: most + 1 }) : undefined
    if (!found) throw noReport(id)
    const { facts, says } = shortened(most, { others: found.others, decisions: found.decisions })
    return { facts: { ...found.report, ...facts }, ...(says && { says }) }
  },
})

const resolve = command({
  name: 'report resolve',
  says: 'Decides about what was reported, and resolves all its reports.',
  more: 'For a creator, hide suspends the account. With keep, no one is notified unless there is a reason.',
  takes: {
    report,
    act: { says: acts.join(', '), shape: oneOf(acts) },
  },
  options: { reason: optionally(text('the reason, shown to the maker; required for hide and remove')) },
  run: async ({ db, actor }, { report: id, act, reason = '' }) => {
    if (act !== 'keep' && reason === '') throw refuse('invalid_request', `--reason is needed to ${act}.`)
    const decision = { reportId: id, act, reason, actor } as const
    const resolves = () => db.transaction().execute((tx) => resolveReport(tx, decision))
    const outcome = uuid.test(id) ? await resolves() : 'absent'
    if (outcome === 'absent') throw noReport(id)
    return { outcome, says: outcome === 'done' ? said[act] : 'It was already resolved.' }
  },
})

const said = {
  hide: 'It is hidden, and its maker gets an email.',
  keep: 'It stays, and its reports are resolved.',
  remove: 'It is removed, and its maker gets an email.',
}

const noReport = (id: string) => refuse('not_found', `No report ${id}, or its target no longer exists.`)

export const reportCommands = [list, show, resolve]
