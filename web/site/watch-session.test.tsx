import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { browserTabs } from '#web/accounts/browser-tabs.ts'
import { accessToken } from '#web/accounts/keep-session.ts'
import type { Word } from '#web/accounts/session-keeper.ts'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { member, memberId, openSite, refusal, stubServer } from '#web/site/site-stub.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'

const server = stubServer({
  '/api/auth/user': { user: member },
  '/api/auth/session': { access_token: 'a.b.c', expires_in: 900, user: { id: memberId } },
  '/api/auth/factors/challenge': { factors: [], expires_at: 1 },
})
const dialog = page.getByRole('dialog')
const refused = refusal(401, 'Please sign in.', 'not_signed_in')

/** A visit to the site begins and ends with its own address. */
const clean = () => window.history.replaceState(null, '', window.location.pathname)
beforeEach(clean)
afterEach(clean)

test('a member has an access token, in memory and nowhere else', async () => {
  await openSite()
  await expect.poll(accessToken).toBe('a.b.c')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('a.b.c')
})

test('a guest’s browser does not ask for a session', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await openSite()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(server.calls('/api/auth/session')).toBe(0)
  expect(accessToken()).toBeUndefined()
})

test('who is refused is signed out on the page, and told', async () => {
  server.answers['/api/auth/session'] = refused
  await openSite()
  await expect.poll(() => readToast()?.title).toBe('You were signed out')
  await expect.element(page.getByText('nobody is signed in')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('who is refused over unsaved work signs in on top of it', async () => {
  server.answers['/api/auth/session'] = refused
  const keep = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', keep)
  await openSite()
  await expect.element(dialog.getByText(/^You were signed out. Nothing is lost/)).toBeVisible()
  window.removeEventListener('beforeunload', keep)
})

test('signing out in another tab is followed at once', async () => {
  await openSite()
  await expect.poll(accessToken).toBe('a.b.c')
  server.answers['/api/auth/user'] = { user: null }
  announceViewerChange()
  await expect.element(page.getByText('nobody is signed in')).toBeVisible()
  await expect.poll(accessToken).toBeUndefined()
  expect(readToast()?.open).not.toBe(true)
})

test('signing in in another tab is followed at once', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await openSite()
  await expect.element(page.getByText('nobody is signed in')).toBeVisible()
  await expect.poll(() => server.calls('/api/auth/user')).toBe(1)
  server.answers['/api/auth/user'] = { user: member }
  await expect
    .poll(() => {
      announceViewerChange()
      return accessToken()
    })
    .toBe('a.b.c')
})

test('of two tabs of one browser one leads, and hands over when it leaves', async () => {
  const [first, second] = [browserTabs('test:lead'), browserTabs('test:lead')]
  const leaders: string[] = []
  const words: Word[] = []
  second.hear((word) => words.push(word))
  first.lead(() => leaders.push('first'))
  second.lead(() => leaders.push('second'))
  await expect.poll(() => leaders).toEqual(['first'])
  first.tell({ say: 'ended' })
  await expect.poll(() => words).toEqual([{ say: 'ended' }])
  first.leave()
  await expect.poll(() => leaders).toEqual(['first', 'second'])
  second.leave()
})

const visitWithMark = async () => {
  window.history.replaceState(null, '', '?tab=popular&second_factor=1')
  await openSite()
}

test('back from a provider, a sign-in that waits for its code goes on', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await visitWithMark()
  await expect.element(dialog).toHaveAccessibleName('Two-Factor Code')
  expect(window.location.search).toBe('?tab=popular')
})

test('an address that only says so opens nothing', async () => {
  server.answers['/api/auth/user'] = { user: null }
  server.answers['/api/auth/factors/challenge'] = refused
  await visitWithMark()
  await expect.poll(() => server.calls('/api/auth/factors/challenge')).toBe(1)
  await expect.poll(() => window.location.search).toBe('?tab=popular')
  await expect.element(dialog).not.toBeInTheDocument()
})
