import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/test-app.ts'
import { revocations } from './revoke-access.ts'

const site = await openTestApp()

/** Columns that look like secrets, and why ending a member's access leaves them. */
const otherSecrets = {
  'accounts.access_token': 'always empty',
  'accounts.refresh_token': 'always empty',
  'accounts.id_token': 'always empty',
  'accounts.access_token_expires_at': 'a time',
  'accounts.refresh_token_expires_at': 'a time',
  'accounts.password': 'replaced by the member',
  'two_factors.secret': 'a second factor gives no access',
  'two_factors.backup_codes': 'a second factor gives no access',
  'used_codes.code': 'used',
  'known_devices.device_hash': 'gives no access; deleted by recovery',
  'mail_links.token_hash': 'for the mailbox of the member; deleted by what they make obsolete',
  'subscriptions.unsubscribe_token': 'ends a digest at most',
  'jwks.private_key': 'of the site',
  'invites.code_hash': 'of the operator',
  'moderation_emails.token_hash': 'of the operator',
  'decisions.token_hash': 'answers one decision, from the mailbox of the member',
}

test('every secret of the schema either ends with a member’s access, or is known to give none', async () => {
  const columns = await site.sql(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name <> 'verifications'
      and column_name ~ '(token|secret|password|code|private_key|device_hash)' order by 1`)
  const known = [...Object.keys(revocations), ...Object.keys(otherSecrets)].filter(
    (name) => name !== 'verifications.value',
  )
  expect(columns.map(({ name }) => name)).toEqual(known.sort())
})
