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
  says: 'Lets somebody who waits do all that members do, where SIGN_UPS is approval.',
  takes: { member },
  run: (site, { member: who }) =>
    actOnMember(site, who, {
      done: 'is a member now, and gets a mail about it',
      already: 'did not wait',
      does: (tx, userId, actor) => approveMember(tx, { userId, actor }),
    }),
})

const refuseOne = command({
  name: 'member refuse',
  says: 'Says no to somebody who waits: the account goes, and they get a mail.',
  takes: { member },
  options: { reason: optionally(text('what the mail says of why')) },
  run: (site, { member: who, reason }) =>
    actOnMember(site, who, {
      done: 'is refused, and gets a mail about it',
      already: 'did not wait, and stays',
      does: (tx, userId, actor) => refuseMember(tx, { userId, reason: reason ?? '', actor }),
    }),
})

const create = command({
  name: 'invite create',
  says: 'Makes an invite, and says its code, which is kept nowhere.',
  options: {
    uses: {
      says: 'how many can come with it; 1 otherwise',
      value: 'N',
      shape: wholeNumber(mostUses).default(1),
    },
    days: { says: 'how long it works; 30 otherwise', value: 'N', shape: wholeNumber(mostDays).default(30) },
    note: optionally(text('what the list says of it', 200)),
  },
  run: async ({ db, config, actor }, { note, ...given }) => {
    const { code, id, expiresAt } = await db
      .transaction()
      .execute((tx) => createInvite(tx, { ...given, note: note ?? null, actor }))
    const link = `${config.publicUrl}/?invite=${code}`
    return { facts: { id, code, link, expiresAt }, ...(config.signUps !== 'invite' && { says: needless }) }
  },
})

const needless = 'It does nothing yet: invites are asked for where SIGN_UPS is invite.'

const after = optionally(place(readTime))

const list = command({
  name: 'invite list',
  says: 'Lists invites, the newest first.',
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
  says: 'Ends an invite. Whoever came with it stays.',
  takes: { invite: named('the id of an invite, which the list has') },
  run: async ({ db, actor }, { invite: id }) => {
    const ends = () => db.transaction().execute((tx) => revokeInvite(tx, { id, actor }))
    const outcome = uuid.test(id) ? await ends() : 'absent'
    if (outcome === 'absent') throw refuse('not_found', `There is no invite ${id}.`)
    return {
      outcome,
      says: outcome === 'done' ? 'Nobody can come with it any more.' : 'It had ended before.',
    }
  },
})

const domain = named('such as mail.example; those below it count as well')

const addDomain = command({
  name: 'block-email-domain add',
  says: 'Takes no addresses at a domain any more. Who has one keeps it.',
  takes: { domain },
  run: async ({ db, actor }, { domain: given }) => {
    const outcome = await db.transaction().execute((tx) => blockEmailDomain(tx, { domain: given, actor }))
    return { outcome, says: `Addresses at ${given} are ${outcome === 'done' ? '' : 'already '}refused.` }
  },
})

const removeDomain = command({
  name: 'block-email-domain remove',
  says: 'Takes addresses at a domain again.',
  takes: { domain },
  run: async ({ db, actor }, { domain: given }) => {
    const outcome = await db.transaction().execute((tx) => unblockEmailDomain(tx, { domain: given, actor }))
    if (outcome === 'absent') throw refuse('not_found', `The domain ${given} is not blocked.`)
    return { outcome, says: `Addresses at ${given} are taken again.` }
  },
})

const listDomains = command({
  name: 'block-email-domain list',
  says: 'Lists the domains whose addresses are not taken.',
  options: { limit, after: optionally({ ...named('those behind this one'), value: 'DOMAIN' }) },
  run: async ({ db }, { limit: most, after }) => {
    const found = await listBlockedEmailDomains(db, { limit: most + 1, after })
    const { shown: rows, next } = partOf(found, most, (last) => last.domain)
    return { rows, next }
  },
})

export const signUpCommands = [approve, refuseOne, create, list, revoke, addDomain, removeDomain, listDomains]
