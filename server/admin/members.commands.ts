import { noteAct } from '#server/audit/audit.queries.ts'
import { turnOff } from '#server/auth/factors/factors.queries.ts'
import { markConfirmed } from '#server/auth/recovery/reset-password.ts'
import { endSessions } from '#server/auth/sessions/sessions.queries.ts'
import { findUserForUpdate } from '#server/auth/user.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { readKeptMedia } from '#server/media/open-uploads.queries.ts'
import { restoreMember } from '#server/moderation/suspend-member.ts'
import { decide, holdThing } from '#server/reports/decide.ts'
import { listDecisions } from '#server/reports/list-reports.queries.ts'
import {
  type Answer,
  command,
  flag,
  limit,
  member,
  named,
  needed,
  optionally,
  partOf,
  place,
  readTime,
  type Site,
  shortened,
  text,
} from './command.ts'
import { actOnMember, countOf, findMember, listMembers, noted } from './members.queries.ts'
import { shortAddress } from './print-answer.ts'

const list = command({
  name: 'member list',
  says: 'Lists members, newest first, with shortened email addresses.',
  options: {
    waiting: flag('only those waiting for approval'),
    suspended: flag('only suspended members'),
    search: { ...optionally(named('part of a username, name or email address')), value: 'TEXT' },
    limit,
    after: optionally(place(readTime)),
  },
  run: async ({ db }, { waiting: isWaiting, suspended: isSuspended, search, limit: most, after: last }) => {
    const after = last && { at: last.order, id: last.id }
    const found = await listMembers(db, { isWaiting, isSuspended, search, limit: most + 1, after })
    const { shown, next } = partOf(found, most, ({ createdAt, id }) => `${createdAt.toISOString()}/${id}`)
    return { rows: shown.map(shortRow), next }
  },
})

const shortRow = (user: Awaited<ReturnType<typeof listMembers>>[number]) => ({
  ...{ username: user.username, address: shortAddress(user.email), confirmed: user.email_verified },
  ...{ since: user.createdAt, zines: user.zines, waitingSince: user.awaiting_since },
  ...{ suspended: user.suspended_at, id: user.id },
})

const show = command({
  name: 'member show',
  says: 'Shows a member’s details, including the full email address.',
  takes: { member },
  options: { limit },
  run: async ({ db }, { limit: most, ...given }) => {
    const user = await findMember(db, given.member)
    const [counts, media, decisions] = await Promise.all([
      countOf(db, user.id),
      readKeptMedia(db, user.id),
      listDecisions(db, { creatorId: user.id, limit: most + 1 }),
    ])
    const { facts, says } = shortened(most, { decisions })
    return {
      facts: {
        ...{ id: user.id, username: user.username, address: user.email, confirmed: user.email_verified },
        ...(!user.email_verified && { confirmedBefore: user.confirmed_email }),
        ...{ since: user.created_at, waitingSince: user.awaiting_since },
        ...{ suspended: user.suspended_at, reason: user.suspended_reason },
        ...counts,
        ...{ files: media.files, bytes: media.bytes, ...facts },
      },
      ...(says && { says }),
    }
  },
})

const signOut = command({
  name: 'member sign-out',
  says: 'Signs out one member, or everyone, on all devices.',
  takes: { member: optionally(member) },
  options: { all: flag('everyone, instead of one member') },
  run: async (site, { member: who, all }) => {
    if (all === (who !== undefined))
      throw refuse('invalid_request', 'Name a member, or use --all for everyone.')
    if (who === undefined) return signEverybodyOut(site)
    return actOnMember(site, who, {
      done: 'is signed out on all devices',
      already: 'was not signed in anywhere',
      does: noted('member signed out', async (tx, userId) => (await endSessions(tx, userId)) > 0),
    })
  },
})

const signEverybodyOut = ({ db, actor }: Site) =>
  db.transaction().execute(async (tx): Promise<Answer> => {
    const { numDeletedRows: sessions } = await tx.deleteFrom('sessions').executeTakeFirstOrThrow()
    const { numDeletedRows: begun } = await tx.deleteFrom('verifications').executeTakeFirstOrThrow()
    if (sessions + begun === 0n) return { outcome: 'already', says: 'No one was signed in.' }
    const detail = { sessions: Number(sessions) }
    await noteAct(tx, { actor, act: 'everyone signed out', detail })
    return { outcome: 'done', says: 'Everyone is signed out.' }
  })

const resetTwoFactor = command({
  name: 'member reset-two-factor',
  says: 'Turns off two-factor sign-in for a member who lost the app and the recovery codes.',
  more: 'Verify who is asking: afterwards the password alone opens the account. The member gets an email.',
  takes: { member },
  run: (site, { member: who }) =>
    actOnMember(site, who, {
      done: 'now signs in with the password alone, and gets an email about it',
      already: 'has no second factor',
      does: noted('second factor reset', turnOff),
    }),
})

const confirmEmail = command({
  name: 'member confirm-email',
  says: 'Marks a member’s email address as confirmed, if the confirmation email does not arrive.',
  more: 'Verify that the address is theirs: anyone who reads its mail can reset the password.',
  takes: { member },
  run: (site, { member: who }) =>
    actOnMember(site, who, {
      done: 'has a confirmed address',
      already: 'already had a confirmed address',
      does: noted('address confirmed', confirm),
    }),
})

async function confirm(tx: Tx, userId: string) {
  const user = await findUserForUpdate(tx, userId)
  if (!user || user.email_verified) return false
  return (await markConfirmed(tx, { userId, email: user.email })) !== undefined
}

export const memberCommands = [list, show, signOut, resetTwoFactor, confirmEmail]

const reason = text('the reason, shown to the member')

const decided =
  (act: 'hide' | 'remove', why: string) => async (tx: Tx, creatorId: string, actor: Site['actor']) => {
    const thing = { creatorId, zineId: null }
    await holdThing(tx, thing)
    return decide(tx, thing, { act, reason: why, actor })
  }

const suspend = command({
  name: 'member suspend',
  says: 'Signs a member out, blocks sign-in and hides everything they made. Nothing is deleted.',
  takes: { member },
  options: { reason: needed(reason) },
  run: (site, { member: who, reason: why }) =>
    actOnMember(site, who, {
      done: 'is suspended, and gets an email',
      already: 'was already suspended',
      does: decided('hide', why),
    }),
})

const restore = command({
  name: 'member restore',
  says: 'Ends a suspension and shows the member’s work again.',
  takes: { member },
  options: { reason: optionally(reason) },
  run: (site, { member: who, reason: why = '' }) =>
    actOnMember(site, who, {
      done: 'is no longer suspended, and gets an email. Many zines can take a moment to reappear',
      already: 'was not suspended',
      does: (tx, userId, actor) => restoreMember(tx, { userId, reason: why, actor }),
    }),
})

const remove = command({
  name: 'member remove',
  says: 'Permanently removes an account and everything in it.',
  takes: { member },
  options: { reason: optionally(reason), yes: flag('confirms it; this cannot be undone') },
  run: async (site, { member: who, reason: why = '', yes }) => {
    if (!yes) throw await unmeant(site.db, who)
    return actOnMember(site, who, {
      done: 'is removed, and gets an email',
      already: 'was already being removed',
      does: decided('remove', why),
    })
  },
})

async function unmeant(db: Db, who: string) {
  const { id, username } = await findMember(db, who)
  const { zines, projects, followers } = await countOf(db, id)
  const what = `${zines} zines, ${projects} projects and ${followers} followers`
  return refuse(
    'invalid_request',
    `This would permanently remove ${username}, with ${what}. Add --yes to confirm.`,
  )
}

export const suspendCommands = [suspend, restore, remove]
