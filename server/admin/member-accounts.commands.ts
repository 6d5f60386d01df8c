import { emailAddress } from '#contract/profile-fields.ts'
import { noteAct } from '#server/audit/audit.queries.ts'
import { mailAccount } from '#server/auth/account-mail/account-mail.ts'
import { printPasswordLink } from '#server/auth/recovery/reset-password.ts'
import { createMember } from '#server/auth/sign-ups/create-member.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { type Answer, command, flag, member, named, type Site } from './command.ts'
import { findMember } from './members.queries.ts'

const print = flag('print the link once instead of emailing it')

const create = command({
  name: 'member create',
  says: 'Creates an account and emails a link for setting its password.',
  more: 'The registration rules for usernames and addresses apply. Works with every value of SIGN_UPS.',
  takes: { username: named('the username'), email: named('the email address of the new member') },
  options: { print },
  run: async (site, { username, email, print: isPrinted }) => {
    const { success, error } = emailAddress.safeParse(email)
    if (!success) throw refuse('invalid_request', error.issues[0]?.message ?? '')
    return site.db.transaction().execute(async (tx) => {
      const made = await createMember(tx, { username, email, actor: site.actor })
      const says = `The account ${made.username} was created.`
      if (isPrinted) return printed(tx, site, { userId: made.userId, says })
      await mailAccount(tx, { kind: 'account-created', userId: made.userId })
      const facts = { id: made.userId, username: made.username }
      return {
        outcome: 'done',
        facts,
        says: `${says} A link for setting its password was emailed to ${made.email}.`,
      }
    })
  },
})

const resetPassword = command({
  name: 'member reset-password',
  says: 'Emails a member a link for setting a new password.',
  more: 'The old password works until the link is used. With --print, verify who is asking: anyone with the link can sign in.',
  takes: { member },
  options: { print },
  run: async (site, { member: who, print: isPrinted }) => {
    const { id: userId, username, email } = await findMember(site.db, who)
    return site.db.transaction().execute(async (tx) => {
      const act = isPrinted ? 'password link printed' : 'password link emailed'
      await noteAct(tx, { actor: site.actor, act, member_id: userId, subject: `member ${userId}` })
      if (isPrinted)
        return printed(tx, site, {
          userId,
          says: `Earlier printed links for ${username} no longer work.`,
        })
      await mailAccount(tx, { kind: 'recovery', email })
      return {
        outcome: 'done',
        says: `A link for setting a new password was emailed to ${username}. It is valid for an hour.`,
      }
    })
  },
})

/** Only this output contains the link: the database stores a hash. */
async function printed(
  tx: Tx,
  { config }: Site,
  { userId, says }: { userId: string; says: string },
): Promise<Answer> {
  const made = await printPasswordLink(tx, { userId, publicUrl: config.publicUrl })
  if (!made) throw refuse('not_found', 'This account is being removed.')
  return {
    outcome: 'done',
    facts: { id: userId, ...made },
    says: `${says} The link works once and is not shown again.`,
  }
}

export const memberAccountCommands = [create, resetPassword]
