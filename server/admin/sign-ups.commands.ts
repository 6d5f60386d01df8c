import { refuseMember } from '#server/accounts/delete-account.queries.ts'
import { approveMember } from '#server/auth/sign-ups/approval.ts'
import {
  blockEmailDomain,
  listBlockedEmailDomains,
  unblockEmailDomain,
} from '#server/auth/sign-ups/email-domains.ts'
import {
  createInvite,
  listInvites,
  mostDays,
  mostUses,
  revokeInvite,
} from '#server/auth/sign-ups/invites.queries.ts'
import { refuse } from '#server/http/errors.ts'
import {
  command,
  limit,
  member,
  named,
  optionally,
  partOf,
  place,
  readTime,
  text,
  uuid,
  wholeNumber,
} from './command.ts'
import { actOnMember } from './members.queries.ts'

const approve = command({
  name: 'member approve',
  says: 'Approves a waiting member, if SIGN_UPS is approval.',
  takes: { member },
  run: (site, { member: who }) =>
    actOnMember(site, who, {
      done: 'is approved, and gets an email',
      already: 'was not waiting',
      does: (tx, userId, actor) => approveMember(tx, { userId, actor }),
    }),
})

const refuseOne = command({
  name: 'member refuse',
  says: 'Refuses a waiting member: deletes the account and sends an email.',
  takes: { member },
  options: { reason: optionally(text('the reason, for the email')) },
  run: (site, { member: who, reason }) =>
    actOnMember(site, who, {
      done: 'is refused, and gets an email',
      already: 'was not waiting and was not changed',
      does: (tx, userId, actor) => refuseMember(tx, { userId, reason: reason ?? '', actor }),
    }),
})

const create = command({
  name: 'invite create',
  says: 'Creates an invite and prints its code, which is not stored.',
  options: {
    uses: {
      says: 'how many people can use it (default: 1)',
      value: 'N',
      shape: wholeNumber(mostUses).default(1),
    },
    days: {
      says: 'how many days it is valid (default: 30)',
      value: 'N',
      shape: wholeNumber(mostDays).default(30),
    },
    note: optionally(text('a note for the list', 200)),
  },
  run: async ({ db, config, actor }, { note, ...given }) => {
    const { code, id, expiresAt } = await db
      .transaction()
      .execute((tx) => createInvite(tx, { ...given, note: note ?? null, actor }))
    const link = `${config.publicUrl}/?invite=${code}`
    return { facts: { id, code, link, expiresAt }, ...(config.signUps !== 'invite' && { says: needless }) }
  },
})

const needless = 'It has no effect yet: invites are used only if SIGN_UPS is invite.'

const after = optionally(place(readTime))

const list = command({
  name: 'invite list',
  says: 'Lists invites, newest first.',
  options: { limit, after },
  run: async ({ db }, { limit: most, after: last }) => {
    const behind = last && { at: last.order, id: last.id }
    const found = await listInvites(db, { limit: most + 1, after: behind })
    const { shown: rows, next } = partOf(
      found,
      most,
      ({ createdAt, id }) => `${createdAt.toISOString()}/${id}`,
    )
    return { rows, next }
  },
})

const revoke = command({
  name: 'invite revoke',
  says: 'Revokes an invite. Members who joined with it stay.',
  takes: { invite: named('the id of an invite from the list') },
  run: async ({ db, actor }, { invite: id }) => {
    const ends = () => db.transaction().execute((tx) => revokeInvite(tx, { id, actor }))
    const outcome = uuid.test(id) ? await ends() : 'absent'
    if (outcome === 'absent') throw refuse('not_found', `No invite ${id}.`)
    return {
      outcome,
      says: outcome === 'done' ? 'It can no longer be used.' : 'It had already ended.',
    }
  },
})

const domain = named('such as mail.example; includes its subdomains')

const addDomain = command({
  name: 'block-email-domain add',
  says: 'Blocks email addresses at a domain. Existing members keep theirs.',
  takes: { domain },
  run: async ({ db, actor }, { domain: given }) => {
    const outcome = await db.transaction().execute((tx) => blockEmailDomain(tx, { domain: given, actor }))
    return { outcome, says: `Addresses at ${given} are ${outcome === 'done' ? '' : 'already '}blocked.` }
  },
})

const removeDomain = command({
  name: 'block-email-domain remove',
  says: 'Unblocks email addresses at a domain.',
  takes: { domain },
  run: async ({ db, actor }, { domain: given }) => {
    const outcome = await db.transaction().execute((tx) => unblockEmailDomain(tx, { domain: given, actor }))
    if (outcome === 'absent') throw refuse('not_found', `The domain ${given} is not blocked.`)
    return { outcome, says: `Addresses at ${given} are allowed again.` }
  },
})

const listDomains = command({
  name: 'block-email-domain list',
  says: 'Lists blocked email domains.',
  options: { limit, after: optionally({ ...named('continue after this one'), value: 'DOMAIN' }) },
  run: async ({ db }, { limit: most, after }) => {
    const found = await listBlockedEmailDomains(db, { limit: most + 1, after })
    const { shown: rows, next } = partOf(found, most, (last) => last.domain)
    return { rows, next }
  },
})

export const signUpCommands = [approve, refuseOne, create, list, revoke, addDomain, removeDomain, listDomains]
