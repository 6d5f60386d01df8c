import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { CreatorsTab } from '#web/creators/creator-rack.tsx'
import { exampleCreator, exampleProfile } from '#web/creators/example-creator.testing.ts'
import { creatorsQuery, zinesQuery } from '#web/home/home-address.ts'
import { examplePageData } from '#web/page/example-page-data.testing.ts'
import { PageDataProvider } from '#web/page/page-data.tsx'
import { Header } from '#web/site/header.tsx'
import { fakeServer, memberId } from '#web/site/site.testing.tsx'
import { dot, exampleOpenZine, exampleZine } from '#web/zines/example-zine.testing.ts'
import { ZineDetail } from '#web/zines/zine-detail.tsx'
import { ZinesTab } from '#web/zines/zines-tab.tsx'
import { type CreatorChange, refreshCreator } from './save-profile.ts'

const face = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const before = { username: 'wren', profileImageUrl: null }
const after = { username: 'jenny_wren', profileImageUrl: face }
type Shown = { username: string; profileImageUrl: string | null }

const zineOf = (creator: Shown): Zine =>
  exampleZine({ mediaUrls: [dot], creatorId: memberId, creator: { id: memberId, ...creator } })
const anothers = exampleZine({ id: '0199a0b2-0000-7000-8000-00000000000d', title: 'Slugs', mediaUrls: [dot] })
const openZine = (creator: Shown): OpenZine => exampleOpenZine(zineOf(creator))
const page1 = <Part,>(part: Part) => ({ ...part, nextCursor: null })

const paths = {
  zines: '/api/zines',
  creators: '/api/search/users',
  zine: '/api/zines/open',
  profile: `/api/users/${memberId}`,
}
/** Everything as the server would answer it while the creator is called so. */
const answersOf = (shown: Shown) => ({
  [viewerPath]: { user: { id: memberId, email: 'wren@moths.example', emailVerified: true, ...shown } },
  [paths.zines]: page1({ zines: [zineOf(shown), anothers] }),
  [paths.creators]: page1({ creators: [exampleCreator({ id: memberId, ...shown })] }),
  [paths.zine]: { zine: openZine(shown) },
  [paths.profile]: { user: exampleProfile({ id: memberId, ...shown }) },
})
const server = fakeServer(answersOf(before))

const Opened = () => {
  const { data } = useQuery<{ zine: OpenZine }>({ queryKey: [paths.zine] })
  return data && <ZineDetail zine={data.zine} titleAs="p" onDeleted={() => undefined} />
}

/** The header, the two racks of home and an open zine, all at once and already read. */
async function show() {
  const queries = createQueries()
  await render(
    <PageDataProvider data={examplePageData}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Header />
          <ZinesTab query={zinesQuery()} />
          <CreatorsTab list={creatorsQuery()} />
          <Opened />
        </MemoryRouter>
      </QueryClientProvider>
    </PageDataProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'wren' })).toBeVisible()
  await expect.poll(() => places('.zine-detail-who2')).toHaveLength(1)
  return queries
}

const places = (selector: string) => [...document.querySelectorAll(selector)]
const named = (selector: string) => places(selector).map((each) => each.textContent)
const faces = (selector: string) =>
  places(selector).map((each) => each.querySelector('img')?.getAttribute('src') ?? null)

/** Nothing answers any more: what is shown comes from the change alone. */
function changeOffline(queries: Awaited<ReturnType<typeof show>>, change: CreatorChange) {
  server.answers = {}
  void refreshCreator(queries, change)
}

test('a new name and a new photo are wherever the creator is at once', async () => {
  const queries = await show()
  expect(faces('.header-who')).toEqual([null])
  changeOffline(queries, exampleProfile({ id: memberId, ...after }))
  await expect.element(page.getByRole('heading', { name: 'jenny_wren' })).toBeVisible()
  expect(named('.zine-card p a')).toEqual(['jenny_wren', 'dustymoths'])
  expect(named('.zine-detail-who2 a')).toEqual(['jenny_wren'])
  for (const place of ['.header-who', '.creator-card', '.zine-detail-who2'])
    await expect.poll(() => faces(place)).toEqual([face])
  expect(faces('.zine-card p')).toEqual([face, null])
})

test('lists that nobody looks at are read again when they are next shown', async () => {
  const queries = await show()
  const elsewhere = '/api/search/zines?search=wren'
  queries.setQueryData([elsewhere], { pages: [page1({ zines: [zineOf(before)] })], pageParams: [null] })
  server.answers = { ...server.answers, ...answersOf(after) }
  await refreshCreator(queries, { id: memberId, ...after })
  expect(queries.getQueryState([elsewhere])?.isInvalidated).toBe(true)
  expect(JSON.stringify(queries.getQueryData([elsewhere]))).toContain('jenny_wren')
  expect(server.calls(paths.zines)).toBe(2)
})

test('only what a place knows of the creator changes there, and nobody else does', async () => {
  const queries = createQueries()
  server.answers[viewerPath] = answersOf(before)[viewerPath]
  queries.setQueryData([viewerPath], server.answers[viewerPath])
  const others = { pages: [page1({ zines: [anothers] })], pageParams: [null] }
  queries.setQueryData([paths.zines], others)
  await refreshCreator(
    queries,
    exampleProfile({ id: memberId, username: 'jenny_wren', email: 'wren@moths.example' }),
  )
  const shown = queries.getQueryData<{ user: object }>([viewerPath])
  expect(Object.keys(shown?.user ?? {}).sort()).toEqual(
    ['email', 'emailVerified', 'id', 'profileImageUrl', 'username'].sort(),
  )
  expect(queries.getQueryData([paths.zines])).toBe(others)
})
