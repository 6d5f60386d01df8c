import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'

const userId = z.uuid()
const email = z.string()
const at = z.coerce.date()

const decisionActs = [
  'zine hidden',
  'zine restored',
  'zine kept',
  'zine removed',
  'content note set',
  'content note removed',
  'member suspended',
  'member restored',
] as const

/** Sent to the current address unless `email` is given. `email-changed` can undo the change, so it needs a confirmed address. */
const accountMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm-signup'), userId }),
  z.object({ kind: z.literal('confirm-new-email'), userId, email }),
  z.object({ kind: z.literal('email-changed'), userId, email, newEmail: email }),
  z.object({ kind: z.literal('recovery'), email }),
  z.object({ kind: z.literal('new-device'), userId, device: z.string(), at }),
  z.object({ kind: z.literal('identity-linked'), userId, provider: z.string(), at }),
  z.object({ kind: z.literal('factor-turned-on'), userId, at }),
  z.object({ kind: z.literal('factor-turned-off'), userId, at }),
  z.object({ kind: z.literal('password-changed'), userId, at }),
  z.object({ kind: z.literal('sign-up-approved'), userId }),
  z.object({ kind: z.literal('account-created'), userId }),
  z.object({ kind: z.literal('sign-up-refused'), userId, email, reason: z.string() }),
  z.object({ kind: z.literal('draft-not-published'), userId, draftId: z.uuid(), refusal: z.string(), at }),
  z.object({ kind: z.literal('drafts-untouched'), userId, drafts: z.number(), at }),
  z.object({
    kind: z.literal('decision'),
    userId,
    decisionId: z.uuid(),
    act: z.enum(decisionActs),
    reason: z.string(),
    at,
    title: z.string().nullable(),
    zineId: z.uuid().nullable(),
  }),
  z.object({
    kind: z.literal('member-removed'),
    userId,
    username: z.string(),
    email,
    reason: z.string(),
    at,
  }),
])
export type AccountMail = z.infer<typeof accountMail>

/** Enqueues a mail. Recovery is delayed, so response time does not reveal whether the address is known. */
export async function mailAccount(tx: Tx, mail: AccountMail) {
  const queued = { id: randomUUID(), requestedAt: new Date(), mail }
  await enqueueJob(tx, 'send-account-mail', queued, { afterSeconds: mail.kind === 'recovery' ? 0.5 : 0 })
}

export const queuedMail = z.object({ id: z.uuid(), requestedAt: z.coerce.date(), mail: accountMail })
export type QueuedMail = z.infer<typeof queuedMail>
