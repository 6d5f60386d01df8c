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
  says: 'those behind this one, which a list that has more ends with',
  value: 'ID',
  shape: z.string().regex(uuid, 'must be the ID that a list has ended with'),
})

const list = command({
  name: 'report list',
  says: 'Lists reports that nobody has decided on, or those that somebody has; the latest first.',
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

/** Without a title it is about the creator. */
const shortRow = ({ id, reportedAt, reason, creator, title, zineId, resolution, words }: ListedReport) => ({
  ...{ id, reportedAt, reason, creator, title, zineId, resolution, words },
})

const show = command({
  name: 'report show',
  says: 'Says what was reported, with every other open report of it, and what was decided before.',
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
  says: 'Decides on what was reported, which settles every report of it.',
  more: 'Of a creator, hide suspends. With keep nobody is told unless a reason is given.',
  takes: {
    report,
    act: { says: acts.join(', '), shape: oneOf(acts) },
  },
  options: { reason: optionally(text('why, as the maker is told; hide and remove need one')) },
  run: async ({ db, actor }, { report: id, act, reason = '' }) => {
    if (act !== 'keep' && reason === '') throw refuse('invalid_request', `--reason is needed to ${act}.`)
    const decision = { reportId: id, act, reason, actor } as const
    const resolves = () => db.transaction().execute((tx) => resolveReport(tx, decision))
    const outcome = uuid.test(id) ? await resolves() : 'absent'
    if (outcome === 'absent') throw noReport(id)
    return { outcome, says: outcome === 'done' ? said[act] : 'It was decided on before.' }
  },
})

const said = {
  hide: 'It is shown to nobody any more, and its maker gets a mail.',
  keep: 'It is kept, and its reports are settled.',
  remove: 'It is removed, and its maker gets a mail.',
}

const noReport = (id: string) =>
  refuse('not_found', `There is no report ${id}, or what it was about is not there any more.`)

export const reportCommands = [list, show, resolve]
