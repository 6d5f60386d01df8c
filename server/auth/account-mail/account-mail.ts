import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'

const userId = z.uuid()
const email = z.string()
const at = z.coerce.date()

/** What can be decided about a zine or its maker. */
const decided = [
  'zine hidden',
  'zine restored',
  'zine kept',
  'zine removed',
  'member suspended',
  'member restored',
] as const

/**
 * A mail about an account. It goes to the account's address as it is when the mail is sent, unless an `email` is
 * given. `email-changed` goes to the old address, and whoever reads it there can take the account back: tell only
 * an address that was once confirmed. `sign-up-refused` and `member-removed` go out when the account is gone. `recovery`
 * goes where the account of that address can safely be reached.
 */
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
    ...{
      kind: z.literal('decision'),
      userId,
      decisionId: z.uuid(),
      act: z.enum(decided),
      reason: z.string(),
      at,
    },
    ...{ title: z.string().nullable(), zineId: z.uuid().nullable() },
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

/**
 * Promises a mail: it is sent once this transaction commits, as often as it takes, and never if it does not. A recovery
 * waits for a moment: whoever asked has their answer by then, and cannot feel in it what is done for an address we know.
 */
export async function mailAccount(tx: Tx, mail: AccountMail) {
  const promised = { id: randomUUID(), askedAt: new Date(), mail }
  await enqueueJob(tx, 'send-account-mail', promised, { afterSeconds: mail.kind === 'recovery' ? 0.5 : 0 })
}

/** The promise as the job that keeps it reads it. */
export const promisedMail = z.object({ id: z.uuid(), askedAt: z.coerce.date(), mail: accountMail })
export type PromisedMail = z.infer<typeof promisedMail>
