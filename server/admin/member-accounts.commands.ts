import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { emailAddress } from '#contract/profile-fields.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { printPasswordLink } from '#server/auth/recovery/reset-password.ts'
import { createMember } from '#server/auth/sign-ups/create-member.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { type CommandResult, command, flag, member, type Site, textParameter } from './command.ts'
import { findMember } from './members.queries.ts'

const print = flag(
  msg`print the link once instead of emailing it. Verify who is asking: anyone with the link can sign in`,
)

const create = command({
  name: 'member create',
  summary: msg`Creates an account and emails a link for setting its password.`,
  details: msg`The registration rules for usernames and addresses apply. Works with every value of SIGN_UPS.`,
  positionals: {
    username: textParameter(msg`the username`),
    email: textParameter(msg`the email address of the new member`),
  },
  options: { print },
  run: async (site, { username, email, print: isPrinted }) => {
    const { success, error } = emailAddress.safeParse(email)
    if (!success) throw apiError('invalid_request', error.issues[0]?.message ?? '')
    return site.db.transaction().execute(async (tx) => {
      const created = await createMember(tx, { username, email, actor: site.actor })
      const message = msg`The account ${{ username: created.username }} was created.`
      if (isPrinted) return printedLink(tx, site, { userId: created.userId, message })
      await mailAccount(tx, { kind: 'account-created', userId: created.userId })
      const fields = { id: created.userId, username: created.username }
      return {
        outcome: 'done',
        fields,
        says: msg`${{ message }} A link for setting its password was emailed to ${{ email: created.email }}.`,
      }
    })
  },
})

const resetPassword = command({
  name: 'member reset-password',
  summary: msg`Emails a member a link for setting a new password.`,
  details: msg`The old password works until the link is used.`,
  positionals: { member },
  options: { print },
  run: async (site, { member: memberName, print: isPrinted }) => {
    const { id: userId, username, email } = await findMember(site.db, memberName)
    return site.db.transaction().execute(async (tx) => {
      const act = isPrinted ? 'password link printed' : 'password link emailed'
      await recordAction(tx, { actor: site.actor, act, member_id: userId, subject: `member ${userId}` })
      if (isPrinted)
        return printedLink(tx, site, {
          userId,
          message: msg`Earlier printed links for ${{ username }} no longer work.`,
        })
      await mailAccount(tx, { kind: 'recovery', email })
      return {
        outcome: 'done',
        says: msg`A link for setting a new password was emailed to ${{ username }}. It is valid for an hour.`,
      }
    })
  },
})

/** Only this output contains the link: the database stores a hash. */
async function printedLink(
  tx: Tx,
  { config }: Site,
  { userId, message }: { userId: string; message: MessageDescriptor },
): Promise<CommandResult> {
  const created = await printPasswordLink(tx, { userId, publicUrl: config.publicUrl })
  if (!created) throw apiError('not_found', msg`This account is being removed.`)
  return {
    outcome: 'done',
    fields: { id: userId, ...created },
    says: msg`${{ message }} The link works once and is not shown again.`,
  }
}

export const memberAccountCommands = [create, resetPassword]
