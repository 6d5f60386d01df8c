import { test } from 'vitest'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeServer, renderInSite } from '#web/site/site.testing.tsx'
import { offlinePageFor } from './cache-entries.ts'
import { UnreachableNotice } from './unreachable-notice.tsx'

const server = fakeServer({})

const saved = {
  id: 'moths',
  title: 'Moths',
  username: 'ana',
  coverUrl: null,
  pageCount: 2,
  version: 1,
  keptAt: 0,
  checkedAt: 0,
  bytes: 9,
  missing: 0,
  files: [],
}

const openInPlaceOf = (path: string) =>
  renderInSite(<UnreachableNotice zines={[saved]} />, { at: offlinePageFor(location.origin + path) })

test('a page that could not be opened is offered when the site is reachable again', async () => {
  await openInPlaceOf('/shelf/1?x=1')
  await expectVisible('You’re offline')
  await expectVisible(button('Try again'))
  server.responses['/healthz'] = {}
  await expectVisible('You’re online again')
  await expectVisible(button('Open the page'))
})

test.each([
  ['/?q=tea', 'the home page'],
  ['/zine/moths/print', '“Moths”'],
  ['/zine/lamps', 'this zine'],
  ['/profile/ana/series/moths', 'this profile'],
  ['/shelf/1?x=1', 'this shelf'],
  ['/about', 'this page'],
])('%s is named “%s”', async (path, name) => {
  await openInPlaceOf(path)
  await expectVisible(`We couldn’t open ${name}. The zines you saved still work. They are listed below.`)
})

test('pages of other sites are not offered', async () => {
  await renderInSite(<UnreachableNotice zines={[]} />, { at: offlinePageFor('https://evil.example/about') })
  await expectGone(button('Try again'))
})
