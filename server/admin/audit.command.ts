import { z } from 'zod'
import { listAudit } from '#server/audit/audit.queries.ts'
import { command, limit, member, optionally, uuid } from './command.ts'
import { findMember } from './members.queries.ts'

type Row = Awaited<ReturnType<typeof listAudit>>[number]

/** Time and id of a row, so that a list goes on where it was although rows are added. */
const place = z
  .string()
  .regex(/^[^/]+\/[^/]+$/)
  .transform((text) => ({ at: text.split('/')[0], id: text.split('/')[1] }))
  .pipe(z.object({ at: z.iso.datetime().transform((at) => new Date(at)), id: z.uuid() }))

export const auditCommand = command({
  name: 'audit',
  says: 'Lists what was done to ways in, and what operators did, the latest first.',
  more: 'Of members who are gone only the id is known. Networks are shortened.',
  options: {
    member: { ...optionally(member), value: 'MEMBER' },
    act: { says: 'only this one, such as sign-in', value: 'ACT', shape: z.string().optional() },
    limit,
    after: { says: 'those behind this one', value: 'PLACE', shape: place.optional() },
  },
  run: async ({ db }, { member: who, limit: most, ...given }) => {
    const memberId = who === undefined || uuid.test(who) ? who : (await findMember(db, who)).id
    const found = await listAudit(db, { ...given, memberId, limit: most + 1 })
    const shown = found.slice(0, most)
    const last = found.length > most ? shown.at(-1) : undefined
    return { rows: shown.map(shortRow), next: last && `${last.at.toISOString()}/${last.id}` }
  },
})

const shortRow = ({ at, actor, act, outcome, times, username, memberId, subject, network, detail }: Row) => ({
  ...{ at, actor, act, outcome, times, member: username ?? memberId, subject, network, detail },
})
