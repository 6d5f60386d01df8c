import { expect, test } from 'vitest'
import { openAnnouncementCache } from '#server/announcements/announcement-cache.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { openSitePages } from '#server/site-pages/site-pages.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import type { StoredPage } from './page-cache.ts'
import { PageReader, type PageSource, readPage } from './render-page.ts'

const requestedPaths: string[] = []
const site = await openTestApp()
const listened = new Proxy(site.app, {
  get(app, name) {
    if (name !== 'inject') return Reflect.get(app, name)
    return (request: { url: string }) => {
      requestedPaths.push(request.url)
      return app.inject(request)
    }
  },
})

const source: PageSource = {
  entry: () => import('#web/entry-server.tsx'),
  assetsFor: () => ({
    assets: { script: '/entry.js', styles: [], inlined: true, later: [], fonts: [] },
    css: '',
  }),
}
async function render(url: string, as: Member) {
  const reader = new PageReader(listened, { headers: { host: 'localhost' } }, as.cookie)
  const page = await readPage({
    config: site.config,
    sitePages: openSitePages(site.config, site.app.log),
    languages: openSiteLanguages(site.config),
    language: 'en',
    announcement: openAnnouncementCache({ db: site.db, log: site.app.log }),
    source,
    address: url,
    reader,
    viewer: await reader.viewer(),
  })
  return Object.assign(page.render(), { cookies: reader.cookies })
}

test('a page rendered for a member whose session is renewed sets the new cookie', async () => {
  const member = await site.signUp()
  expect((await render('/about', member)).cookies).toEqual([])
  await site.pool.query(
    "update sessions set updated_at = now() - interval '2 days', expires_at = now() + interval '28 days' where user_id = $1",
    [member.id],
  )
  const [cookie] = (await render('/about', member)).cookies
  expect(cookie).toMatch(/^foldout\.session_token=.*Max-Age=2592000/)
  expect((await render('/about', member)).cookies).toEqual([])
})

/** An address whose encoded id, used unescaped in a path, makes each page read the previous one twice. */
const nested = (depth: number, id: string): string =>
  depth === 0 ? id : encodeURIComponent(`../../profile/${nested(depth - 1, id)}?`)

test('an ID that looks like a path leads nowhere, and renders no page', async () => {
  const member = await site.signUp()
  const paths = [
    ...['%2Fzines', '%2Ffollowers%2Fcount', '%2F..', '%3Fx=1', '%23'].map((end) => `/profile/${member.id}${end}`),
    ...['..%2Fauth%2Fuser', '..%2Fhealth', '%2e%2e%2f', '%252e%252e'].flatMap((id) => [
      `/profile/${id}`,
      `/zine/${id}`,
    ]),
    `/profile/${nested(9, member.id)}`,
    `/public-profile/${nested(3, member.id)}`,
  ]
  const before = requestedPaths.length
  for (const path of paths) expect([path, (await render(path, member)).status]).toEqual([path, 404])
  expect(requestedPaths.slice(before).filter((url) => !url.startsWith('/api/'))).toEqual([])
  expect(requestedPaths.length - before).toBeLessThan(paths.length * 5)
})

/** React puts an empty comment between adjacent texts. */
const textOf = (page: StoredPage) => String(page.encoded(undefined)).replaceAll('<!-- -->', '')

test.each([
  ['shelves', 'Loading shelves'],
  ['workspace', 'Loading projects'],
  ['favorites', 'Loading creators'],
])(
  'the tab %s of the viewer’s own profile is rendered with placeholders for loading items',
  async (tab, expectedText) => {
    const document = textOf(await render(`/profile?tab=${tab}`, await site.signUp()))
    expect(document).toContain(expectedText)
    expect(document.match(/data-skeleton/g)?.length).toBeGreaterThan(2)
  },
)

test('the page of another member’s profile loads their public shelves, and shows whether there are any', async () => {
  const [owner, visitor] = [await site.signUp(), await site.signUp()]
  const shelves = `/api/users/${owner.id}/shelves`
  const shelvesPage = async (tab = '') => {
    requestedPaths.length = 0
    const document = textOf(await render(`/profile/${owner.id}${tab}`, visitor))
    return { document, readsShelves: requestedPaths.includes(shelves) }
  }
  const before = await shelvesPage()
  expect(before.readsShelves).toBe(false)
  expect(before.document).not.toContain('?tab=shelves')
  for (const visibility of ['private', 'link', 'public'])
    await site.post('/api/shelves', { title: visibility, visibility }, owner)
  const after = await shelvesPage()
  expect(after.readsShelves).toBe(false)
  expect(after.document).toContain(`/profile/${owner.id}?tab=shelves`)
  const opened = await shelvesPage('?tab=shelves')
  expect(opened.readsShelves).toBe(true)
  expect(opened.document).toContain('1 shelf')
})

test('if the viewer cannot be determined, no guest page is shown', async () => {
  const member = await site.signUp()
  await site.pool.query('alter table sessions rename to sessions_away')
  await expect(render('/about', member)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  await site.pool.query('alter table sessions_away rename to sessions')
  expect((await render('/about', member)).status).toBe(200)
})
