import type { Actor } from '#server/audit/audit.queries.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'

/** `already`: the object was in this state before, and nothing was changed. */
export type Outcome = 'done' | 'already' | 'absent'

export type DecisionInput = { reason: string; actor: Actor }

type DecisionRecord = DecisionInput & {
  act: Schema['decisions']['act']
  memberId: string
  zine?: { id: string; title: string }
  /** For the audit log: the content note and the one that it replaced. */
  notes?: { note?: string; formerNote?: string }
}

export async function saveDecision(tx: Tx, decision: DecisionRecord) {
  const { act, memberId, zine, reason } = decision
  await auditDecision(tx, decision)
  const zineId = act === 'zine removed' ? null : (zine?.id ?? null)
  const title = zine?.title ?? null
  const { id: decisionId, made_at: at } = await tx
    .insertInto('decisions')
    .values({ member_id: memberId, zine_id: zineId, title, act, reason })
    .returning(['id', 'made_at'])
    .executeTakeFirstOrThrow()
  await mailAccount(tx, { kind: 'decision', userId: memberId, decisionId, act, reason, title, zineId, at })
}

export const auditDecision = (tx: Tx, { act, memberId, zine, notes, reason, actor }: DecisionRecord) =>
  recordAction(tx, {
    actor,
    act,
    member_id: memberId,
    subject: zine ? `zine ${zine.id}` : `member ${memberId}`,
    detail: { ...(zine && { title: zine.title }), ...(reason && { reason }), ...notes },
  })
