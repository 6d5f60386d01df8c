import { domainToASCII } from 'node:url'
import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'

type Change = { domain: string; actor?: Actor }

export async function blockEmailDomain(tx: Tx, { domain: input, actor = 'operator' }: Change) {
  const domain = parseDomain(input)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('blocked_email_domains')
    .values({ domain })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return 'already' as const
  await recordAction(tx, { actor, act: 'email domain blocked', subject: `domain ${domain}` })
  return 'done' as const
}

export async function unblockEmailDomain(tx: Tx, { domain: input, actor = 'operator' }: Change) {
  const domain = parseDomain(input)
  const { numDeletedRows } = await tx
    .deleteFrom('blocked_email_domains')
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (!numDeletedRows) return 'absent' as const
  await recordAction(tx, { actor, act: 'email domain unblocked', subject: `domain ${domain}` })
  return 'done' as const
}

type ListOptions = { limit?: number; after?: string | undefined }

export const listBlockedEmailDomains = (db: Db | Tx, { limit = 1000, after = '' }: ListOptions = {}) =>
  db
    .selectFrom('blocked_email_domains')
    .select(['domain', 'blocked_at as blockedAt'])
    .where('domain', '>', after)
    .orderBy('domain')
    .limit(limit)
    .execute()

export async function isAtBlockedDomain(db: Db | Tx, email: string) {
  const domains = withParents(normaliseDomain(email.slice(email.lastIndexOf('@') + 1)))
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (select from blocked_email_domains where domain = any(${domains}::text[])) as "isBlocked"`.execute(db)
  return rows[0]?.isBlocked === true
}

export const blockedDomainMessage = msg`This site does not accept addresses from this email provider. Please use another one.`
export const emailDomainBlocked = () => apiError('invalid_request', blockedDomainMessage)

/** Normalises a domain: lower case, ASCII, no trailing dot. Leaves invalid ones unchanged. */
function normaliseDomain(input: string) {
  const domain = input
    .trim()
    .toLowerCase()
    .replace(/[.。．｡]+$/u, '')
  return domainToASCII(domain) || domain
}

const isDomain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/

/** Accepts the prefixes `*.`, `@` and `.` of addresses and blocklists. */
function parseDomain(input: string) {
  const domain = normaliseDomain(input.trim().replace(/^(?:\*\.|@|\.)/, ''))
  if (isDomain.test(domain) && domain.length <= 253) return domain
  throw apiError('invalid_request', msg`This is not an email domain. Example: mail.example.`)
}

const withParents = (domain: string) => domain.split('.').map((_label, index, labels) => labels.slice(index).join('.'))
