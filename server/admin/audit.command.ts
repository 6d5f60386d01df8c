import { listAudit } from '#server/audit/audit.queries.ts'
import { operatorActs } from '#server/audit/operator-acts.ts'
import { securityEvents } from '#server/http/security-events.ts'
import { command, member, oneOf, optionally, uuid } from './command.ts'
import { limit, partOf, place, readTime } from './lists.ts'
import { findMember } from './members.queries.ts'

type Row = Awaited<ReturnType<typeof listAudit>>[number]

const acts = [...securityEvents, ...operatorActs]
const after = optionally(place(readTime))

export const auditCommand = command({
  name: 'audit',
  says: 'Lists what was done to ways in, and what operators did, the latest first.',
  more: 'Of members who are gone only the id is known. Networks are shortened.',
  options: {
    member: { ...optionally(member), value: 'MEMBER' },
    act: { says: `only this one: ${acts.join(', ')}`, value: 'ACT', shape: oneOf(acts).optional() },
    limit,
    after,
  },
  run: async ({ db }, { member: who, limit: most, after: last, act }) => {
    const memberId = who === undefined || uuid.test(who) ? who : (await findMember(db, who)).id
    const behind = last && { at: last.order, id: last.id }
    const found = await listAudit(db, { act, memberId, after: behind, limit: most + 1 })
    const { shown, next } = partOf(found, most, ({ at, id }) => `${at.toISOString()}/${id}`)
    return { rows: shown.map(shortRow), next }
  },
})

const shortRow = ({ at, actor, operator, act, outcome, times, username, memberId, ...row }: Row) => ({
  ...{ at, actor, operator, act, outcome, times, member: username ?? memberId },
  ...{ subject: row.subject, network: row.network, detail: row.detail },
})
