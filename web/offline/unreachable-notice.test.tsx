import { test } from 'vitest'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeServer, renderInSite } from '#web/site/site.testing.tsx'
import { offlinePageFor } from './cache-entries.ts'
import { UnreachableNotice } from './unreachable-notice.tsx'

const server = fakeServer({})

test('a page that could not be opened is named, and offered when the site is reachable again', async () => {
  await renderInSite(<UnreachableNotice />, { at: offlinePageFor(`${location.origin}/shelf/1?x=1`) })
  await expectVisible('You’re offline')
  await expectVisible(/We couldn’t open \/shelf\/1\./)
  await expectVisible(button('Try again'))
  server.responses['/healthz'] = {}
  await expectVisible('You’re online again')
  await expectVisible(button('Open the page'))
})

test('the home page is named by a word', async () => {
  await renderInSite(<UnreachableNotice />, { at: offlinePageFor(`${location.origin}/?q=tea`) })
  await expectVisible(/We couldn’t open the home page\./)
})

test('pages of other sites are not offered', async () => {
  await renderInSite(<UnreachableNotice />, { at: offlinePageFor('https://evil.example/about') })
  await expectGone(button('Try again'))
})
