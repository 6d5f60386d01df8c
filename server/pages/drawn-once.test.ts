import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { PageSource } from './draw-page.ts'

/** Every page of the site is drawn three times: without the parts that are known, learning them, and with them. */
const drawings: string[][] = []
const watched: PageSource = {
  ...pageSource,
  entry: async () => {
    const entry = await pageSource.entry()
    return {
      ...entry,
      openPage: async (url) => {
        const page = await entry.openPage(url)
        return {
          ...page,
          render: (data, inlined) => {
            const drawn = [page.render(data, inlined, 'anew'), page.render(data, inlined)]
            drawings.push([...drawn, page.render(data, inlined)])
            return drawn[0] ?? ''
          },
        }
      },
    }
  },
}

let site: TestApp
let maker: Member
let reader: Member
beforeAll(async () => {
  site = await startTestApp({ pages: watched })
  maker = await site.signUp()
  reader = await site.signUp()
})
afterAll(() => site.close())

const documentOf = async (path: string, as?: Member) => (await site.call({ path, as })).text
const favorite = (zineId: string, as: Member) =>
  site.call({ method: 'POST', path: '/api/favorites/zines', body: { userId: as.id, zineId }, as })

const publishing = async (body: object) => {
  const { status, text } = await site.call({ method: 'POST', path: '/api/zines', body, as: maker })
  return status === 201 ? undefined : text
}

const odd = ['Moths & <drawn-0>dust</drawn-0>', 'ガラスの蛾', 'عشرة أشياء', '$& $1 "quoted"', 'Slugs']

async function fill() {
  const zines = []
  for (const title of odd) zines.push(await publishAs(site, maker, title, `</script><drawn-1>${title}`))
  const mediaFiles = await addMedia(site, maker, ['video'])
  const body = { title: 'A film', description: null, aspectRatio: '9:16', mediaFiles }
  const covered = { contentNote: { text: 'Blood', coversPages: true } }
  for (const more of [
    {},
    { title: 'Covered', ...covered, mediaFiles: await addMedia(site, maker, ['image']) },
  ])
    expect(await publishing({ ...body, ...more })).toBeUndefined()
  return zines
}

test('a page is the same with parts that were drawn before as without, for members and guests', async () => {
  const [first] = await fill()
  await favorite(first?.id ?? '', reader)
  const profile = `/profile/${maker.id}`
  const paths = ['/', '/?tab=popular', '/?tab=favorites', '/?tab=creators', '/?q=moths', '/?kind=comic']
  for (const path of [...paths, profile, `/public-profile/${maker.id}`, `/zine/${first?.id}`, '/about'])
    for (const as of [maker, reader, undefined]) await documentOf(path, as)
  expect(drawings.length).toBeGreaterThan(25)
  for (const [anew, learning, known] of drawings) {
    expect(learning).toBe(anew)
    expect(known).toBe(anew)
  }
  const shown = ['Moths &amp; &lt;drawn-0&gt;', '$&amp; $1', 'Cover of A film', 'Content note']
  const missing = shown.filter((text) => !drawings.some(([anew]) => anew?.includes(text)))
  expect(missing).toEqual([])
})

test('nobody is shown the heart of somebody else, nor what a zine was before', async () => {
  const zine = await publishAs(site, maker, 'Hearts apart')
  const other = await site.signUp()
  const heartOf = async (as?: Member) => {
    const document = await documentOf(`/profile/${maker.id}`, as)
    return /aria-pressed="(\w+)" aria-label="Favorite Hearts apart([^"]*)"/.exec(document)?.slice(1)
  }
  await heartOf(other)
  await favorite(zine.id, reader)
  expect(await heartOf(reader)).toEqual(['true', ', 1 favorite'])
  expect(await heartOf(other)).toEqual(['false', ', 1 favorite'])
  expect(await heartOf()).toEqual(['false', ', 1 favorite'])
  await site.call({ method: 'DELETE', path: `/api/zines/${zine.id}`, body: { userId: maker.id }, as: maker })
  expect(await heartOf(other)).toBeUndefined()
})
