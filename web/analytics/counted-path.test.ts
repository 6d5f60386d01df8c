import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from '#web/routes.tsx'
import { countedPath } from './count-visits.tsx'

const viewer = '0199a0b2-0000-7000-8000-000000000001'
const otherId = '0199a0b2-0000-7000-8000-000000000002'

const counted = (address: string) =>
  countedPath(address, matchRoutes(routes, address)?.at(-1)?.route.path ?? '', viewer)

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  [`/zine/${otherId}`, `/zine/${otherId}`],
  [`/profile/${otherId}`, `/profile/${otherId}`],
])('%s is reported as %s', (address, path) => {
  expect(counted(address)).toBe(path)
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
])('%s is reported only as %s', (address, path) => {
  expect(counted(address)).toBe(path)
})

test('every page tells the pattern of its addresses, by which its visits are counted', async () => {
  const pages = routes.flatMap((document) => document.children ?? []).flatMap((boundary) => boundary.children ?? [])
  const about = pages.find(({ path }) => path === '/about')
  expect(typeof about?.lazy === 'function' && (await about.lazy())).toMatchObject({ handle: { path: '/about' } })
})
