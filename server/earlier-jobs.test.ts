import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true, settings: { REPORTS_TO: 'operator@example.org' } })

const unknownId = '019a0000-0000-7000-8000-000000000000'

test('jobs that were queued by 1.0 run once after an upgrade', async () => {
  const member = await site.signUp('dustymoths')
  const zine = await publishOnePage(site, member, 'Moths')
  await site.post('/api/reports', { zineId: zine.id, reason: 'hurts', words: '' })
  const mailsAbout = async (text: string) => (await site.outbox()).filter((mail) => mail.text.includes(text))
  await expect.poll(() => mailsAbout(zine.id)).toHaveLength(1)
  const [email] = await site.sql('select id from moderation_emails')
  const recovery = { id: unknownId, askedAt: new Date(), mail: { kind: 'recovery', email: member.email } }
  const queued: [name: string, payload: object][] = [
    ['send-report-letter', { letterId: email.id }],
    ['send-account-mail', recovery],
    ['send-reply-letter', { decisionId: unknownId }],
    ['show-or-hide-zines-of', { creatorId: member.id }],
    ['look-at-blocked-media', { hash: '0'.repeat(64) }],
    ...['hurry-account-mail', 'fold-words', 'renew-kept-secrets', 'tell-of-waiting', 'resume-showing'].map(
      (name): [string, object] => [name, {}],
    ),
  ]
  for (const [name, payload] of queued)
    await site.sql('select graphile_worker.add_job($1, $2::json)', name, JSON.stringify(payload))
  await expect
    .poll(() => site.sql('select task_identifier, last_error from graphile_worker.jobs'), { timeout: 20_000 })
    .toEqual([])
  expect(await mailsAbout(zine.id)).toHaveLength(2)
  expect(await mailsAbout('/auth/update-password#')).toHaveLength(1)
})
