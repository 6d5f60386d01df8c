import { msg, plural } from '@lingui/core/runtime-macro'
import { recordAction } from '#server/audit/audit.queries.ts'
import { disableFactor } from '#server/auth/factors/factors.queries.ts'
import { markConfirmed } from '#server/auth/recovery/reset-password.ts'
import { revokeAccess } from '#server/auth/sessions/revoke-access.ts'
import { findUserForUpdate } from '#server/auth/user.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { readStoredMedia } from '#server/media/open-uploads.queries.ts'
import { restoreMember } from '#server/moderation/suspend-member.ts'
import { decideOnTarget, lockTarget } from '#server/reports/decide-on-target.ts'
import { listDecisions } from '#server/reports/list-reports.queries.ts'
import {
  type CommandResult,
  ConfirmationNeeded,
  command,
  flag,
  limit,
  listPosition,
  member,
  optionally,
  readTime,
  required,
  type Site,
  text,
  textParameter,
  toPage,
  truncateLists,
} from './command.ts'
import { changeMember, countMemberRows, findMember, listMembers, withAudit } from './members.queries.ts'
import { shortAddress } from './print-result.ts'

const list = command({
  name: 'member list',
  summary: msg`Lists members, newest first, with shortened email addresses.`,
  options: {
    waiting: flag(msg`only those waiting for approval`),
    suspended: flag(msg`only suspended members`),
    search: { ...optionally(textParameter(msg`part of a username, name or email address`)), value: 'TEXT' },
    limit,
    after: optionally(listPosition(readTime)),
  },
  run: async ({ db }, { waiting: isWaiting, suspended: isSuspended, search, limit: maxRows, after: last }) => {
    const after = last && { at: last.order, id: last.id }
    const members = await listMembers(db, { isWaiting, isSuspended, search, limit: maxRows + 1, after })
    const { page, next } = toPage(members, maxRows, ({ createdAt, id }) => `${createdAt.toISOString()}/${id}`)
    return { rows: page.map(shortRow), next }
  },
})

const shortRow = (user: Awaited<ReturnType<typeof listMembers>>[number]) => ({
  username: user.username,
  address: shortAddress(user.email),
  confirmed: user.email_verified,
  since: user.createdAt,
  zines: user.zines,
  waitingSince: user.awaiting_since,
  suspended: user.suspended_at,
  id: user.id,
})

const show = command({
  name: 'member show',
  summary: msg`Shows a member’s details, including the full email address.`,
  positionals: { member },
  options: { limit },
  run: async ({ db }, { limit: maxRows, ...input }) => {
    const user = await findMember(db, input.member)
    const [counts, media, decisions] = await Promise.all([
      countMemberRows(db, user.id),
      readStoredMedia(db, user.id),
      listDecisions(db, { creatorId: user.id, limit: maxRows + 1 }),
    ])
    const { fields, says } = truncateLists(maxRows, { decisions })
    return {
      fields: {
        id: user.id,
        username: user.username,
        address: user.email,
        confirmed: user.email_verified,
        ...(!user.email_verified && { confirmedBefore: user.confirmed_email }),
        since: user.created_at,
        waitingSince: user.awaiting_since,
        suspended: user.suspended_at,
        reason: user.suspended_reason,
        ...counts,
        files: media.files,
        bytes: media.bytes,
        ...fields,
      },
      ...(says && { says }),
    }
  },
})

const signOut = command({
  name: 'member sign-out',
  summary: msg`Signs out one member, or everyone, on all devices.`,
  details: msg`Private feeds of followed creators get new addresses, too.`,
  positionals: { member: optionally(member) },
  options: { all: flag(msg`everyone, instead of one member`) },
  run: async (site, { member: memberName, all }) => {
    if (all === (memberName !== undefined))
      throw apiError('invalid_request', msg`Name a member, or use --all for everyone.`)
    if (memberName === undefined) return signEveryoneOut(site)
    return changeMember(site, memberName, {
      done: (username) => msg`${{ username }} is signed out on all devices.`,
      already: (username) => msg`${{ username }} was not signed in anywhere.`,
      apply: withAudit('member signed out', async (tx, userId) => (await revokeAccess(tx, { userId })) > 0),
    })
  },
})

const signEveryoneOut = ({ db, actor }: Site) =>
  db.transaction().execute(async (tx): Promise<CommandResult> => {
    const ended = await revokeAccess(tx, 'everyone')
    if (ended === 0) return { outcome: 'already', says: msg`No one was signed in.` }
    await recordAction(tx, { actor, act: 'everyone signed out', detail: { ended } })
    return { outcome: 'done', says: msg`Everyone is signed out.` }
  })

const resetTwoFactor = command({
  name: 'member reset-two-factor',
  summary: msg`Turns off two-factor sign-in for a member who lost the app and the recovery codes.`,
  details: msg`Verify who is asking: the password is then enough to sign in. The member gets an email.`,
  positionals: { member },
  run: (site, { member: memberName }) =>
    changeMember(site, memberName, {
      done: (username) => msg`${{ username }} now needs only the password to sign in, and gets an email about it.`,
      already: (username) => msg`${{ username }} has no second factor.`,
      apply: withAudit('second factor reset', disableFactor),
    }),
})

const confirmEmail = command({
  name: 'member confirm-email',
  summary: msg`Marks a member’s email address as confirmed, if the confirmation email does not arrive.`,
  details: msg`Verify that the address is theirs: anyone who can read its email can reset the password.`,
  positionals: { member },
  run: (site, { member: memberName }) =>
    changeMember(site, memberName, {
      done: (username) => msg`${{ username }} has a confirmed address.`,
      already: (username) => msg`${{ username }} already had a confirmed address.`,
      apply: withAudit('address confirmed', confirm),
    }),
})

async function confirm(tx: Tx, userId: string) {
  const user = await findUserForUpdate(tx, userId)
  if (!user || user.email_verified) return false
  return (await markConfirmed(tx, { userId, email: user.email })) !== undefined
}

export const memberCommands = [list, show, signOut, resetTwoFactor, confirmEmail]

const reasonParameter = text(msg`the reason, shown to the member`)

const decision =
  (act: 'hide' | 'remove', reason: string) => async (tx: Tx, creatorId: string, actor: Site['actor']) => {
    const reportTarget = { creatorId, zineId: null }
    await lockTarget(tx, reportTarget)
    return decideOnTarget(tx, reportTarget, { act, reason, actor })
  }

const suspend = command({
  name: 'member suspend',
  summary: msg`Signs a member out, blocks sign-in and hides everything they made. Nothing is deleted.`,
  positionals: { member },
  options: { reason: required(reasonParameter) },
  run: (site, { member: memberName, reason }) =>
    changeMember(site, memberName, {
      done: (username) => msg`${{ username }} is suspended, and gets an email.`,
      already: (username) => msg`${{ username }} was already suspended.`,
      apply: decision('hide', reason),
    }),
})

const restore = command({
  name: 'member restore',
  summary: msg`Ends a suspension and shows the member’s work again.`,
  positionals: { member },
  options: { reason: optionally(reasonParameter) },
  run: (site, { member: memberName, reason = '' }) =>
    changeMember(site, memberName, {
      done: (username) =>
        msg`${{ username }} is no longer suspended, and gets an email. Many zines can take a moment to reappear.`,
      already: (username) => msg`${{ username }} was not suspended.`,
      apply: (tx, userId, actor) => restoreMember(tx, { userId, reason, actor }),
    }),
})

const remove = command({
  name: 'member remove',
  summary: msg`Permanently removes an account and everything in it.`,
  positionals: { member },
  options: { reason: optionally(reasonParameter), yes: flag(msg`confirms it; this cannot be undone`) },
  run: async (site, { member: memberName, reason = '', yes }) => {
    if (!yes) throw await confirmationError(site.db, memberName)
    return changeMember(site, memberName, {
      done: (username) => msg`${{ username }} is removed, and gets an email.`,
      already: (username) => msg`${{ username }} was already being removed.`,
      apply: decision('remove', reason),
    })
  },
})

async function confirmationError(db: Db, memberName: string) {
  const { id, username } = await findMember(db, memberName)
  const { zines, projects, followers } = await countMemberRows(db, id)
  return new ConfirmationNeeded(
    msg`This would permanently remove ${{ username }}, with ${plural({ zines }, { one: '# zine', other: '# zines' })}, ${plural({ projects }, { one: '# project', other: '# projects' })} and ${plural({ followers }, { one: '# follower', other: '# followers' })}.`,
  )
}

export const suspendCommands = [suspend, restore, remove]
