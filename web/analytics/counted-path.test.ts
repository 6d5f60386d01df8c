import { expect, test } from 'vitest'
import { routes } from '#web/routes.tsx'
import { countedPath, patterns } from './count-visits.tsx'

const viewer = '0199a0b2-0000-7000-8000-000000000001'
const otherId = '0199a0b2-0000-7000-8000-000000000002'

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  [`/zine/${otherId}`, `/zine/${otherId}`],
  [`/profile/${otherId}`, `/profile/${otherId}`],
])('%s is reported as %s', (address, counted) => {
  expect(countedPath(address, viewer)).toBe(counted)
})

test.each([
  ['/profile', '/profile/:id?'],
  [`/profile/${viewer}`, '/profile/:id?'],
  [`/PROFILE/${viewer.toUpperCase()}`, '/profile/:id?'],
  [`/public-profile/${viewer}`, '/public-profile/:id'],
  [`/profile/${otherId}/series/mothlight`, '/profile/:id/series/:slug'],
  [`/project/${otherId}/edit`, '/project/:id/edit'],
  [`/project/${otherId}/edit/`, '/project/:id/edit'],
  ['/zine/my-secret', '/zine/:id'],
  [`/zine/${otherId}/read`, '/zine/:id/read'],
  [`/shelf/${otherId}`, '/shelf/:id'],
  [`/zine/${otherId}/text`, '/zine/:id/text'],
  ['/account-settings', '/account-settings'],
  ['/auth/callback', '/auth/callback'],
  ['/ana@example.org', '*'],
  [`/project/${otherId}`, '*'],
])('%s is reported only as %s', (address, counted) => {
  expect(countedPath(address, viewer)).toBe(counted)
})

test('every page of the site has its pattern here', () => {
  const pages = routes.flatMap((document) => document.children ?? []).flatMap((boundary) => boundary.children ?? [])
  expect(pages.map(({ path }) => path)).toEqual([...patterns, '*'])
})
