import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { exampleProfile } from '#web/creators/example-creator.testing.ts'
import { member, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { Page } from './account-settings-page.tsx'

const profile = exampleProfile({ id: memberId, email: member.email, username: 'wren', zineCount: 12, followerCount: 1 })

export const thisDevice = {
  id: '0199a0b2-0000-7000-8000-0000000000d1',
  isCurrent: true,
  device: 'Firefox on Linux',
  createdAt: '2026-01-01T10:00:00.000Z',
  lastUsedAt: '2026-01-02T10:00:00.000Z',
}
export const phone = {
  ...thisDevice,
  id: '0199a0b2-0000-7000-8000-0000000000d2',
  isCurrent: false,
  device: 'Safari on iOS',
}

export const success = { success: true }
export const emailChanged = { success: true, user: { id: memberId, email: 'new@moths.example' } }
export const deleted = { success: true, isPending: false }
export const usage = {
  bytes: { used: Math.round(300.4 * 1024 * 1024), most: 2048 * 1024 * 1024 },
  zines: { used: 12, most: 20_000 },
  projects: { used: 1, most: 20_000 },
  texts: { used: 3 * 1024 * 1024, most: 1024 ** 3 },
  focusSessions: { used: 0, most: 50_000 },
  shelves: { used: 0, most: 100 },
}
export const subscriptions = { digest: 'off', canSendDigest: true, hasFeed: false }
const noFactor = { factors: [], recoveryCodesLeft: 0 }
export const oneFactor = {
  factors: [{ id: thisDevice.id, type: 'totp', status: 'verified' }],
  recoveryCodesLeft: 8,
}

/** A member’s server with all settings, on which every change succeeds. */
export const fakeSettings = () =>
  memberServer({
    [`/api/users/${memberId}`]: { user: profile },
    '/api/auth/factors': noFactor,
    '/api/auth/identities': { hasPassword: true, identities: [], providers: [] },
    '/api/auth/sessions': { sessions: [thisDevice, phone] },
    '/api/auth/usage': usage,
    [`/api/users/${memberId}/subscriptions`]: subscriptions,
    [`/api/users/${memberId}/digest`]: success,
    [`/api/users/${memberId}/blocks`]: { creators: [], nextCursor: null },
    [`/api/users/${memberId}/unwanted-zines`]: { zines: [], nextCursor: null },
    [`DELETE /api/users/${memberId}`]: deleted,
    'DELETE /api/auth/sessions': success,
    [`/api/auth/sessions/${phone.id}`]: success,
    '/api/auth/admin-update-email': emailChanged,
    '/api/auth/direct-update-email': emailChanged,
    '/api/auth/send-verification-email': success,
    '/api/auth/request-password-reset': success,
    '/api/auth/change-password': success,
    '/api/auth/confirm-password': success,
    '/api/auth/factors/unenroll': success,
  })

export const openSettings = (at = '/account-settings', before: string[] = []) =>
  openSite({ at, before, routes: [{ path: '/account-settings', Component: Page }] })

export const card = (name: string) => page.getByRole('region', { name, exact: true })

export const describedBy = (message: string) => expect.stringContaining(message)
