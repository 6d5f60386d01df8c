import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startAccountMail } from '#tests/support/account-mail.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { retryUnreached } from './account-mail.jobs.ts'
import { type AccountMail, mailAccount } from './account-mail.ts'
import { consumeMailLink, findMailLink, type LinkPurpose } from './mail-links.queries.ts'

const mailbox = await startMailbox()
const post = await startAccountMail({ SMTP_URL: mailbox.url })
afterAll(async () => {
  await post.close()
  await mailbox.close()
})

beforeEach(async () => {
  mailbox.mails.length = 0
  post.logged.length = 0
  await post.db.deleteFrom('mail_links').execute()
})

const waitOptions = { timeout: 30_000, interval: 20 }
const waitForDelivery = () => vi.waitFor(async () => expect(await post.listQueued()).toEqual([]), waitOptions)
/** Enqueues mails and returns the delivered ones once the queue is empty. */
async function sendMails(...mails: AccountMail[]) {
  for (const mail of mails) await post.enqueue(mail)
  await waitForDelivery()
  return mailbox.mails
}
const requestRecovery = async () => {
  const person = await post.createMember()
  await post.enqueue({ kind: 'recovery', email: person.email })
  return person
}
const failed = (attempts: number) =>
  vi.waitFor(async () => {
    const [job] = await post.listQueued()
    if (job?.attempts !== attempts || job.last_error === null || job.is_at_work)
      throw new Error('it has not failed yet')
    return job.last_error
  }, waitOptions)

/** Long enough for a duplicate to arrive. */
const pauseBriefly = () => pause(400)

function tokenOf(link = '') {
  const address = new URL(link)
  const parts = new URLSearchParams(address.hash.slice(1))
  return {
    page: `${address.origin}${address.pathname}`,
    type: parts.get('type'),
    token: parts.get('token') ?? '',
  }
}
const consume = (purpose: LinkPurpose, link = '') =>
  post.db.transaction().execute((tx) => consumeMailLink(tx, [purpose], tokenOf(link).token))

describe('a mail', () => {
  test('to confirm a registration arrives once, as text and HTML, with a link that works', async () => {
    const ana = await post.createMember({ isConfirmed: false })
    const mails = await sendMails({ kind: 'confirm-signup', userId: ana.id })
    await pauseBriefly()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({
      to: ana.email,
      from: 'no-reply@zines.example',
      subject: 'Confirm your email for Foldout',
      envelope: { from: 'no-reply@zines.example', to: [ana.email] },
    })
    const [link = ''] = mail?.links ?? []
    expect(tokenOf(link)).toMatchObject({ page: 'https://zines.example/auth/callback', type: 'signup' })
    expect(mail?.html).toContain(`href="${link.replace('&', '&#38;')}"`)
    expect(await consume('signup', link)).toMatchObject({
      purpose: 'signup',
      userId: ana.id,
      email: ana.email,
    })
  })

  test('to confirm a new address is sent to it while it is the account’s', async () => {
    const ana = await post.createMember({ isConfirmed: false, confirmedEmail: 'elsewhere@example.org' })
    const confirm = { kind: 'confirm-new-email', userId: ana.id } as const
    expect(await sendMails({ ...confirm, email: 'other@example.org' })).toEqual([])
    const [mail] = await sendMails({ ...confirm, email: ana.email })
    expect(mail?.to).toBe(ana.email)
    expect(await consume('email_change', mail?.links[0])).toMatchObject({ email: ana.email })
  })

  test('to an unconfirmed address contains nothing that a visitor typed', async () => {
    const unconfirmedMember = await post.createMember({ username: 'buy.at.evil.example', isConfirmed: false })
    const { id: userId, email } = unconfirmedMember
    const mails = await sendMails({ kind: 'confirm-signup', userId }, { kind: 'confirm-new-email', userId, email })
    expect(mails).toHaveLength(2)
    for (const { source, text, html } of mails) expect(source + text + html).not.toContain('evil')
  })

  test('about a changed address is sent to the old one, with the new one masked and an undo link', async () => {
    const ana = await post.createMember({ username: 'ana', isConfirmed: false })
    const mail = { email: 'old@example.org', newEmail: 'wren@moths.example' }
    await post.pool.query('update users set email_changed_at = now() where id = $1', [ana.id])
    const [notice] = await sendMails({ kind: 'email-changed', userId: ana.id, ...mail })
    expect(notice).toMatchObject({ to: 'old@example.org', subject: 'Your Foldout email was changed' })
    expect(notice?.text).toContain('w…@m….example')
    expect(notice?.source).not.toMatch(/wren|moths/)
    expect(tokenOf(notice?.links[0]).type).toBe('undo_email_change')
    const undone = { userId: ana.id, email: 'old@example.org' }
    expect(await consume('undo_email_change', notice?.links[0])).toMatchObject(undone)
  })

  test('to an account that was deleted, or confirmed meanwhile, is not sent', async () => {
    const [gone, confirmed] = [await post.createMember(), await post.createMember()]
    await post.db.deleteFrom('users').where('id', '=', gone.id).execute()
    const mails = await sendMails(
      { kind: 'password-changed', userId: gone.id, at: new Date() },
      { kind: 'email-changed', userId: gone.id, email: gone.email, newEmail: 'a@b.example' },
      { kind: 'confirm-signup', userId: confirmed.id },
    )
    expect(mails).toEqual([])
    expect(await post.listLinks()).toEqual([])
  })

  test('enqueued in a transaction that fails is never sent', async () => {
    const ana = await post.createMember()
    const broken = post.db.transaction().execute(async (tx) => {
      await mailAccount(tx, { kind: 'password-changed', userId: ana.id, at: new Date() })
      throw new Error('the change failed')
    })
    await expect(broken).rejects.toThrow('the change failed')
    expect(await post.listQueued()).toEqual([])
    await pauseBriefly()
    expect(mailbox.mails).toEqual([])
  })
})

describe('a recovery', () => {
  const recover = (email: string) => sendMails({ kind: 'recovery', email })

  test('and every other mail is sent to the last confirmed address until the new one is confirmed', async () => {
    const changed = { email: 'after@example.org', isConfirmed: false, confirmedEmail: 'before@example.org' }
    await post.createMember(changed)
    await recover('after@example.org')
    await recover('before@example.org')
    expect(mailbox.mails.map(({ to }) => to)).toEqual(['before@example.org', 'before@example.org'])
  })

  test('is sent to an unconfirmed address if there is no other', async () => {
    const ana = await post.createMember({ isConfirmed: false })
    expect((await recover(ana.email)).map(({ to }) => to)).toEqual([ana.email])
  })

  test('by a former address that the account no longer uses sends nothing', async () => {
    await post.createMember({ email: 'now@example.org', confirmedEmail: 'left@example.org' })
    expect(await recover('left@example.org')).toEqual([])
  })

  test('by an address that two accounts can claim sends a mail for each, with names', async () => {
    await post.createMember({ username: 'leaving', isConfirmed: false, confirmedEmail: 'shared@example.org' })
    await post.createMember({ username: 'arriving', isConfirmed: false, email: 'shared@example.org' })
    const mails = await recover('shared@example.org')
    expect(mails.map(({ to }) => to)).toEqual(['shared@example.org', 'shared@example.org'])
    const names = mails.map(({ text }) => /account “(\w+)”\./.exec(text)?.[1]).sort()
    expect(names).toEqual(['arriving', 'leaving'])
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
  })

  test('that could not be sent within an hour is discarded', async () => {
    const ana = await post.createMember()
    const requestedAt = new Date(Date.now() - 61 * 60_000)
    const mail = { kind: 'recovery', email: ana.email }
    const payload = JSON.stringify({ id: crypto.randomUUID(), requestedAt, mail })
    await post.pool.query(`select graphile_worker.add_job('send-account-mail', $1::json)`, [payload])
    await waitForDelivery()
    expect(mailbox.mails).toEqual([])
    expect(post.logged.join('\n')).toContain('could not be sent within an hour')
  })
})

describe('when the mail server', () => {
  afterEach(async () => {
    mailbox.rejectWith(undefined)
    await waitForDelivery()
  })

  test('has been away for two days, the mail arrives as soon as it is back, once', async () => {
    await mailbox.stop()
    const ana = await requestRecovery()
    expect(await failed(1)).toContain('could not be reached (ESOCKET, ECONNREFUSED')
    expect(await post.listLinks()).toEqual([])
    const attemptsInTwoDays = 18
    const { rows } = await post.pool.query<{ hours: string }>(
      `select sum(exp(least(attempt, 10))) / 3600 as hours from generate_series(1, $1::int) attempt`,
      [attemptsInTwoDays],
    )
    expect(Number(rows[0]?.hours)).toBeGreaterThan(48)
    await post.pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '6 hours', attempts => $1)
       from graphile_worker.jobs`,
      [attemptsInTwoDays],
    )
    expect(await post.mailer.isReady()).toBe(false)
    await mailbox.restart()
    expect(await post.mailer.isReady()).toBe(true)
    await retryUnreached(post.db)
    await waitForDelivery()
    await pauseBriefly()
    expect(mailbox.mails).toHaveLength(1)
    expect(await consume('recovery', mailbox.mails[0]?.links[0])).toMatchObject({ userId: ana.id })
  })

  test('accepts a mail and dies before confirming it, the mail is sent again, identical and with two working links', async () => {
    mailbox.disconnectAfterData(1)
    const ana = await requestRecovery()
    await failed(1)
    await post.runRetriesNow()
    await waitForDelivery()
    await pauseBriefly()
    const [first, second, ...more] = mailbox.mails
    expect(more).toEqual([])
    expect(second?.messageId).toBe(first?.messageId)
    expect(second?.links[0]).not.toBe(first?.links[0])
    for (const mail of [first, second]) {
      const { token } = tokenOf(mail?.links[0])
      expect(await findMailLink(post.db, ['recovery'], token)).toMatchObject({ userId: ana.id })
    }
  })

  test('reports that the mailbox does not exist, there is no retry, and the address is not logged', async () => {
    mailbox.rejectWith({ code: 550, text: '5.1.1 no such mailbox' })
    const ana = await requestRecovery()
    await waitForDelivery()
    expect(mailbox.mails).toEqual([])
    expect(await post.listLinks()).toEqual([])
    expect(post.logged.join('\n')).toMatch(/rejected an email \(recovery\).*550/)
    expect(post.logged.join('\n')).not.toContain(ana.email)
  })

  test.each([
    [450, '4.2.0 come back later'],
    [550, '5.7.1 relaying denied'],
  ])('answers %i %s, the mail is tried again, and its error holds no address', async (code, text) => {
    mailbox.rejectWith({ code, text })
    const ana = await requestRecovery()
    const error = await failed(1)
    expect(error).toContain(String(code))
    expect(error + post.logged.join('\n')).not.toContain(ana.email)
    mailbox.rejectWith(undefined)
    await post.runRetriesNow()
    await waitForDelivery()
    expect(mailbox.mails).toHaveLength(1)
  })
})
