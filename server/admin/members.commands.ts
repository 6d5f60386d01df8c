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
  says: 'Lists members, the newest first, with their addresses shortened.',
  options: {
    waiting: flag('only those who wait for approval'),
    suspended: flag('only those who are suspended'),
    search: { ...optionally(named('part of a username, a name or an address')), value: 'TEXT' },
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
  says: 'Says what there is of a member: the whole address too, for whoever has to write to them.',
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
  says: 'Signs a member out everywhere, or everybody.',
  takes: { member: optionally(member) },
  options: { all: flag('everybody, instead of one member') },
  run: async (site, { member: who, all }) => {
    if (all === (who !== undefined))
      throw refuse('invalid_request', 'Whom? Give a member, or --all for everybody.')
    if (who === undefined) return signEverybodyOut(site)
    return actOnMember(site, who, {
      done: 'is signed out everywhere',
      already: 'was signed in nowhere',
      does: noted('member signed out', async (tx, userId) => (await endSessions(tx, userId)) > 0),
    })
  },
})

const signEverybodyOut = ({ db, actor }: Site) =>
  db.transaction().execute(async (tx): Promise<Answer> => {
    const { numDeletedRows: sessions } = await tx.deleteFrom('sessions').executeTakeFirstOrThrow()
    const { numDeletedRows: begun } = await tx.deleteFrom('verifications').executeTakeFirstOrThrow()
    if (sessions + begun === 0n) return { outcome: 'already', says: 'Nobody was signed in.' }
    const detail = { sessions: Number(sessions) }
    await noteAct(tx, { actor, act: 'everybody signed out', detail })
    return { outcome: 'done', says: 'Everybody is signed out.' }
  })

const resetTwoFactor = command({
  name: 'member reset-two-factor',
  says: 'Turns two-factor sign-in off for somebody who lost the app and the recovery codes.',
  more: 'Be sure of who asks: from then on the password alone opens the account. The member gets a mail.',
  takes: { member },
  run: (site, { member: who }) =>
    actOnMember(site, who, {
      done: 'signs in with the password alone now, and gets a mail about it',
      already: 'has no second factor',
      does: noted('second factor reset', turnOff),
    }),
})

const confirmEmail = command({
  name: 'member confirm-email',
  says: 'Counts a member’s address as confirmed, where the mail does not arrive.',
  more: 'Be sure that the address is theirs: whoever reads its mail can have a new password sent there.',
  takes: { member },
  run: (site, { member: who }) =>
    actOnMember(site, who, {
      done: 'has a confirmed address',
      already: 'had a confirmed address before',
      does: noted('address confirmed', confirm),
    }),
})

async function confirm(tx: Tx, userId: string) {
  const user = await findUserForUpdate(tx, userId)
  if (!user || user.email_verified) return false
  return (await markConfirmed(tx, { userId, email: user.email })) !== undefined
}

export const memberCommands = [list, show, signOut, resetTwoFactor, confirmEmail]

const reason = text('why, as the member is told')

const decided =
  (act: 'hide' | 'remove', why: string) => async (tx: Tx, creatorId: string, actor: Site['actor']) => {
    const thing = { creatorId, zineId: null }
    await holdThing(tx, thing)
    return decide(tx, thing, { act, reason: why, actor })
  }

const suspend = command({
  name: 'member suspend',
  says: 'Signs a member out and keeps them out; nothing of theirs is shown, all of it is kept.',
  takes: { member },
  options: { reason: needed(reason) },
  run: (site, { member: who, reason: why }) =>
    actOnMember(site, who, {
      done: 'is suspended, and gets a mail',
      already: 'was suspended before',
      does: decided('hide', why),
    }),
})

const restore = command({
  name: 'member restore',
  says: 'Lets a suspended member in again, and shows what they made.',
  takes: { member },
  options: { reason: optionally(reason) },
  run: (site, { member: who, reason: why = '' }) =>
    actOnMember(site, who, {
      done: 'is a member as before, and gets a mail; many zines take a moment to be shown',
      already: 'was not suspended',
      does: (tx, userId, actor) => restoreMember(tx, { userId, reason: why, actor }),
    }),
})

const remove = command({
  name: 'member remove',
  says: 'Removes an account for good, with all that is in it.',
  takes: { member },
  options: { reason: optionally(reason), yes: flag('that it is meant: nothing brings it back') },
  run: async (site, { member: who, reason: why = '', yes }) => {
    if (!yes) throw await unmeant(site.db, who)
    return actOnMember(site, who, {
      done: 'is removed, and gets a mail',
      already: 'was being removed before',
      does: decided('remove', why),
    })
  },
})

async function unmeant(db: Db, who: string) {
  const { id, username } = await findMember(db, who)
  const { zines, projects, followers } = await countOf(db, id)
  const what = `${zines} zines, ${projects} projects and ${followers} followers`
  return refuse('invalid_request', `${username} would go for good, with ${what}. Add --yes if that is meant.`)
}

export const suspendCommands = [suspend, restore, remove]
