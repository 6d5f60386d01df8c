import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionEnds } from '#web/accounts/keep-session.ts'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { tellTabs } from '#web/browser/tab-channel.ts'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { isGone, isSeen } from './seen.testing.ts'
import { memberId, memberServer, openSite, refusal, toHash } from './site.testing.tsx'

const server = memberServer({
  '/api/auth/session': { access_token: 'a.b.c', expires_in: 900, user: { id: memberId } },
  '/api/auth/factors/challenge': { factors: [], expires_at: 1 },
})
const dialog = page.getByRole('dialog')
const refused = refusal(401, 'Please sign in.', 'not_signed_in')

beforeEach(() => toHash(''))
afterEach(() => toHash(''))

const isRefreshed = () => expect.poll(() => server.calls('/api/auth/session')).toBe(1)

test('a member’s session is refreshed, and its token is not stored', async () => {
  await openSite()
  await isRefreshed()
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('a.b.c')
})

test('a guest’s browser does not ask for a session', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await openSite()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(server.calls('/api/auth/session')).toBe(0)
})

test('a rejected member is signed out on the page, with a message', async () => {
  server.answers['/api/auth/session'] = refused
  await openSite()
  await expect.poll(() => readToast()?.title).toBe('You were signed out')
  await isSeen('nobody is signed in')
  await isGone(dialog)
})

test('a member rejected over unsaved work signs in on top of it', async () => {
  server.answers['/api/auth/session'] = refused
  const keep = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', keep)
  await openSite()
  await isSeen(dialog.getByText(/^You were signed out. Nothing is lost/))
  window.removeEventListener('beforeunload', keep)
})

test('a member rejected in another tab is signed out here too, with a message', async () => {
  await openSite()
  await isRefreshed()
  tellTabs(sessionEnds(memberId), 'ended')
  await expect.poll(() => readToast()?.title).toBe('You were signed out')
  await isSeen('nobody is signed in')
})

test('who signs out in another tab is signed out here too, and not told', async () => {
  await openSite()
  await isRefreshed()
  server.answers['/api/auth/user'] = { user: null }
  announceViewerChange()
  await isSeen('nobody is signed in')
  expect(readToast()?.open).not.toBe(true)
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

test('an address alone opens nothing', async () => {
  server.answers['/api/auth/user'] = { user: null }
  server.answers['/api/auth/factors/challenge'] = refused
  await visitWithMark()
  await expect.poll(() => server.calls('/api/auth/factors/challenge')).toBe(1)
  await expect.poll(() => window.location.search).toBe('?tab=popular')
  await isGone(dialog)
})
