import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionEndChannelName } from '#web/accounts/maintain-session.ts'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { broadcastToTabs } from '#web/browser/tab-channel.ts'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { expectGone, expectVisible } from './expectations.testing.ts'
import { errorResponse, memberId, memberServer, memberSession, openSite, setHash } from './site.testing.tsx'

const server = memberServer({
  '/api/auth/session': memberSession,
  '/api/auth/factors/challenge': { factors: [], expires_at: 1 },
})
const dialog = page.getByRole('dialog')
const unauthorized = errorResponse('not_signed_in', 'Please sign in.')

beforeEach(() => setHash(''))
afterEach(() => setHash(''))

const expectRefreshed = () => expect.poll(() => server.calls('/api/auth/session')).toBe(1)

test('a member’s session is refreshed, and its token is not stored', async () => {
  await openSite()
  await expectRefreshed()
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('a.b.c')
})

test('a guest’s browser does not ask for a session', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await openSite()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(server.calls('/api/auth/session')).toBe(0)
})

test('a rejected member is signed out on the page, with a message', async () => {
  server.responses['/api/auth/session'] = unauthorized
  await openSite()
  await expect.poll(() => readToast()?.title).toBe('You were signed out')
  await expectVisible('Signed out')
  await expectGone(dialog)
})

test('a member rejected over unsaved work signs in on top of it', async () => {
  server.responses['/api/auth/session'] = unauthorized
  const blockUnload = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', blockUnload)
  await openSite()
  await expectVisible(dialog.getByText(/^You were signed out. Nothing is lost/))
  window.removeEventListener('beforeunload', blockUnload)
})

test('a member rejected in another tab is signed out here too, with a message', async () => {
  await openSite()
  await expectRefreshed()
  broadcastToTabs(sessionEndChannelName(memberId), 'ended')
  await expect.poll(() => readToast()?.title).toBe('You were signed out')
  await expectVisible('Signed out')
})

test('signing out in another tab signs out here too, without a toast', async () => {
  await openSite()
  await expectRefreshed()
  server.responses['/api/auth/user'] = { user: null }
  announceViewerChange()
  await expectVisible('Signed out')
  expect(readToast()?.open).not.toBe(true)
})

const openAfterProvider = async () => {
  window.history.replaceState(null, '', '?tab=popular&second_factor=1')
  await openSite()
}

test('after returning from a provider, a sign-in that waits for its code continues', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await openAfterProvider()
  await expect.element(dialog).toHaveAccessibleName('Two-Factor Code')
  expect(window.location.search).toBe('?tab=popular')
})

test('an address alone opens nothing', async () => {
  server.responses['/api/auth/user'] = { user: null }
  server.responses['/api/auth/factors/challenge'] = unauthorized
  await openAfterProvider()
  await expect.poll(() => server.calls('/api/auth/factors/challenge')).toBe(1)
  await expect.poll(() => window.location.search).toBe('?tab=popular')
  await expectGone(dialog)
})
