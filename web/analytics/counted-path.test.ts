import { expect, test } from 'vitest'
import { routes } from '#web/routes.tsx'
import { countedPath, patterns } from './count-visits.tsx'

const viewer = '0199a0b2-0000-7000-8000-000000000001'
const other = '0199a0b2-0000-7000-8000-000000000002'

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  [`/zine/${other}`, `/zine/${other}`],
  [`/profile/${other}`, `/profile/${other}`],
])('%s is reported as %s', (address, told) => {
  expect(countedPath(address, viewer)).toBe(told)
})

test.each([
  ['/profile', '/profile/:id?'],
  [`/profile/${viewer}`, '/profile/:id?'],
  [`/PROFILE/${viewer.toUpperCase()}`, '/profile/:id?'],
  [`/public-profile/${viewer}`, '/public-profile/:id'],
  [`/profile/${other}/series/mothlight`, '/profile/:id/series/:slug'],
  [`/project/${other}/edit`, '/project/:id/edit'],
  [`/project/${other}/edit/`, '/project/:id/edit'],
  ['/zine/my-secret', '/zine/:id'],
  [`/zine/${other}/read`, '/zine/:id/read'],
  [`/shelf/${other}`, '/shelf/:id'],
  [`/zine/${other}/text`, '/zine/:id/text'],
  ['/account-settings', '/account-settings'],
  ['/auth/callback', '/auth/callback'],
  ['/ana@example.org', '*'],
  [`/project/${other}`, '*'],
])('%s is reported only as %s', (address, told) => {
  expect(countedPath(address, viewer)).toBe(told)
})

test('every page of the site has its pattern here', () => {
  const pages = routes
    .flatMap((document) => document.children ?? [])
    .flatMap((boundary) => boundary.children ?? [])
  expect(pages.map(({ path }) => path)).toEqual([...patterns, '*'])
})
