import { msg } from '@lingui/core/runtime-macro'
import { listAudit, operatorActions } from '#server/audit/audit.queries.ts'
import { securityEvents } from '#server/http/security-events.ts'
import { command, limit, listPosition, member, oneOfValues, optionally, readTime, toPage, uuid } from './command.ts'
import { findMember } from './members.queries.ts'

type Row = Awaited<ReturnType<typeof listAudit>>[number]

const auditedActs = [...securityEvents, ...operatorActions]
const after = optionally(listPosition(readTime))

export const auditCommand = command({
  name: 'audit',
  summary: msg`Lists account security events and operator actions, most recent first.`,
  details: msg`Deleted members appear by id only. Network addresses are shortened.`,
  options: {
    member: { ...optionally(member), value: 'MEMBER' },
    act: {
      description: msg`only this one: ${{ acts: auditedActs.join(', ') }}`,
      value: 'ACT',
      shape: oneOfValues(auditedActs).optional(),
    },
    limit,
    after,
  },
  run: async ({ db }, { member: memberName, limit: maxRows, after: last, act }) => {
    const memberId =
      memberName === undefined || uuid.test(memberName) ? memberName : (await findMember(db, memberName)).id
    const position = last && { at: last.order, id: last.id }
    const entries = await listAudit(db, { act, memberId, after: position, limit: maxRows + 1 })
    const { page, next } = toPage(entries, maxRows, ({ at, id }) => `${at.toISOString()}/${id}`)
    return { rows: page.map(shortRow), next }
  },
})

const shortRow = ({ at, actor, operator, act, outcome, times, username, memberId, ...row }: Row) => ({
  ...{ at, actor, operator, act, outcome, times, member: username ?? memberId },
  ...{ subject: row.subject, network: row.network, detail: row.detail },
})
