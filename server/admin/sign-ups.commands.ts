import { msg } from '@lingui/core/runtime-macro'
import { rejectMember } from '#server/accounts/delete-account.queries.ts'
import { approveMember } from '#server/auth/sign-ups/approval.ts'
import { blockEmailDomain, listBlockedEmailDomains, unblockEmailDomain } from '#server/auth/sign-ups/email-domains.ts'
import { createInvite, listInvites, maxDays, maxUses, revokeInvite } from '#server/auth/sign-ups/invites.queries.ts'
import { apiError } from '#server/http/errors.ts'
import {
  command,
  limit,
  listPosition,
  member,
  optionally,
  readTime,
  text,
  textParameter,
  toPage,
  uuid,
  wholeNumberUpTo,
} from './command.ts'
import { changeMember } from './members.queries.ts'

const approve = command({
  name: 'member approve',
  summary: msg`Approves a waiting member, if SIGN_UPS is approval.`,
  positionals: { member },
  run: (site, { member: memberName }) =>
    changeMember(site, memberName, {
      done: (username) => msg`${{ username }} is approved, and gets an email.`,
      already: (username) => msg`${{ username }} was not waiting.`,
      apply: (tx, userId, actor) => approveMember(tx, { userId, actor }),
    }),
})

const reject = command({
  name: 'member refuse',
  summary: msg`Refuses a waiting member: deletes the account and sends an email.`,
  positionals: { member },
  options: { reason: optionally(text(msg`the reason, for the email`)) },
  run: (site, { member: memberName, reason }) =>
    changeMember(site, memberName, {
      done: (username) => msg`${{ username }} is refused, and gets an email.`,
      already: (username) => msg`${{ username }} was not waiting and was not changed.`,
      apply: (tx, userId, actor) => rejectMember(tx, { userId, reason: reason ?? '', actor }),
    }),
})

const create = command({
  name: 'invite create',
  summary: msg`Creates an invite. Its code is shown only once, as it is not stored.`,
  options: {
    uses: {
      description: msg`how many people can use it (default: 1)`,
      value: 'N',
      shape: wholeNumberUpTo(maxUses).default(1),
    },
    days: {
      description: msg`how many days it is valid (default: 30)`,
      value: 'N',
      shape: wholeNumberUpTo(maxDays).default(30),
    },
    note: optionally(text(msg`a note for the list`, 200)),
  },
  run: async ({ db, config, actor }, { note, ...input }) => {
    const { code, id, expiresAt } = await db
      .transaction()
      .execute((tx) => createInvite(tx, { ...input, note: note ?? null, actor }))
    const link = `${config.publicUrl}/?invite=${code}`
    return {
      fields: { id, code, link, expiresAt },
      ...(config.signUps !== 'invite' && { says: unusedInviteMessage }),
    }
  },
})

const unusedInviteMessage = msg`It has no effect yet: invites are used only if SIGN_UPS is invite.`

const after = optionally(listPosition(readTime))

const list = command({
  name: 'invite list',
  summary: msg`Lists invites, newest first.`,
  options: { limit, after },
  run: async ({ db }, { limit: maxRows, after: last }) => {
    const position = last && { at: last.order, id: last.id }
    const invites = await listInvites(db, { limit: maxRows + 1, after: position })
    const { page: rows, next } = toPage(invites, maxRows, ({ createdAt, id }) => `${createdAt.toISOString()}/${id}`)
    return { rows, next }
  },
})

const revoke = command({
  name: 'invite revoke',
  summary: msg`Revokes an invite. Members who joined with it stay.`,
  positionals: { invite: textParameter(msg`the id of an invite from the list`) },
  run: async ({ db, actor }, { invite: id }) => {
    const outcome = uuid.test(id) ? await db.transaction().execute((tx) => revokeInvite(tx, { id, actor })) : 'absent'
    if (outcome === 'absent') throw apiError('not_found', msg`No invite ${{ id }}.`)
    return {
      outcome,
      says: outcome === 'done' ? msg`It can no longer be used.` : msg`It had already ended.`,
    }
  },
})

const domain = textParameter(msg`such as mail.example; includes its subdomains`)

const addDomain = command({
  name: 'block-email-domain add',
  summary: msg`Blocks email addresses at a domain. Existing members keep theirs.`,
  positionals: { domain },
  run: async ({ db, actor }, { domain: input }) => {
    const outcome = await db.transaction().execute((tx) => blockEmailDomain(tx, { domain: input, actor }))
    const says =
      outcome === 'done'
        ? msg`Addresses at ${{ domain: input }} are blocked.`
        : msg`Addresses at ${{ domain: input }} are already blocked.`
    return { outcome, says }
  },
})

const removeDomain = command({
  name: 'block-email-domain remove',
  summary: msg`Unblocks email addresses at a domain.`,
  positionals: { domain },
  run: async ({ db, actor }, { domain: input }) => {
    const outcome = await db.transaction().execute((tx) => unblockEmailDomain(tx, { domain: input, actor }))
    if (outcome === 'absent') throw apiError('not_found', msg`The domain ${{ domain: input }} is not blocked.`)
    return { outcome, says: msg`Addresses at ${{ domain: input }} are allowed again.` }
  },
})

const listDomains = command({
  name: 'block-email-domain list',
  summary: msg`Lists blocked email domains.`,
  options: { limit, after: optionally({ ...textParameter(msg`continue after this domain`), value: 'DOMAIN' }) },
  run: async ({ db }, { limit: maxRows, after }) => {
    const domains = await listBlockedEmailDomains(db, { limit: maxRows + 1, after })
    const { page: rows, next } = toPage(domains, maxRows, (last) => last.domain)
    return { rows, next }
  },
})

export const signUpCommands = [approve, reject, create, list, revoke, addDomain, removeDomain, listDomains]
