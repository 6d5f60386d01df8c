import { expect, test } from 'vitest'
import type { Details } from '#contract/details.ts'
import { countedIssues, listedSeries } from '#contract/limits.ts'
import type { Series } from '#contract/series-issues.ts'
import type { FullZine, Zine } from '#contract/zines.ts'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { childrenOf, readXml, textOf } from '#tests/support/strict-xml.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const wren = await site.signUp('wren')
const reader = await site.signUp('reader')

const publish = async (as: Member, title: string, details: Details) =>
  publishZine(site, as, { title, details, mediaFiles: await addMedia(site, as, ['image']) })

const seriesPath = (of: Member, slug: string) => `/api/users/${of.id}/series/${encodeURIComponent(slug)}`
const open = async (id: string) => (await site.call<{ zine: FullZine }>({ path: `/api/zines/${id}` })).body.zine

async function titlesOf(of: Member, slug: string, { as, limit = 2 }: { as?: Member; limit?: number } = {}) {
  const titles: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = `?limit=${limit}${cursor && `&cursor=${cursor}`}`
    const { status, body } = await site.call<{ zines: Zine[]; nextCursor: string | null }>({
      path: `${seriesPath(of, slug)}/zines${query}`,
      ...(as && { as }),
    })
    expect(status).toBe(200)
    titles.push(...body.zines.map(({ title }) => title))
    cursor = body.nextCursor
  }
  return titles
}

test('the issues of a series are ordered by number, then by date, page by page', async () => {
  const issues = [
    ['Ten', '10'],
    ['Two', '2'],
    ['Winter', 'Winter'],
    ['Second of two', 'No. 2'],
    ['Bare'],
    ['Half', '2,5'],
  ] as const
  for (const [title, issue] of issues) await publish(wren, title, { series: 'Mothlight', ...(issue && { issue }) })
  await publish(wren, 'Other case', { series: '  MÖTHLIGHT! ', issue: '11' })
  await publish(reader, 'Another one', { series: 'Mothlight', issue: '1' })
  const inOrder = ['Two', 'Second of two', 'Half', 'Ten', 'Other case', 'Winter', 'Bare']
  for (const limit of [1, 2, 3, 24]) expect(await titlesOf(wren, 'mothlight', { limit })).toEqual(inOrder)
  const { body } = await site.call<{ series: Series }>({ path: seriesPath(wren, 'mothlight') })
  expect(body.series).toEqual({
    title: 'MÖTHLIGHT!',
    language: null,
    slug: 'mothlight',
    issueCount: 7,
    creator: { id: wren.id, username: 'wren', profileImageUrl: null },
  })
})

test('an issue names the ones before and after it', async () => {
  const issues = []
  for (const issue of ['1', '2', '3'])
    issues.push(await publish(wren, `Night bus ${issue}`, { series: 'Night bus', issue, languages: ['pt'] }))
  const [first, second, third] = issues as [FullZine, FullZine, FullZine]
  const summary = (zine: FullZine) => ({ id: zine.id, title: zine.title, language: 'pt', issue: zine.details.issue })
  expect((await open(second.id)).series).toEqual({
    title: 'Night bus',
    slug: 'night-bus',
    previous: summary(first),
    next: summary(third),
  })
  await site.call({ method: 'DELETE', path: `/api/zines/${third.id}`, as: wren })
  expect((await open(second.id)).series?.next).toBeNull()
  await operatorActions(site).hide(first.id)
  expect((await open(second.id)).series?.previous).toBeNull()
  expect(await titlesOf(wren, 'night-bus')).toEqual(['Night bus 2'])
})

test('a zine that leaves its series is in it no longer, and a series without zines is none', async () => {
  const zine = await publish(wren, 'Alone', { series: 'One of one' })
  const body = { version: zine.version, details: { kind: 'comic' } }
  await site.call({ method: 'PUT', path: `/api/zines/${zine.id}`, body, as: wren })
  expect((await open(zine.id)).series).toBeNull()
  for (const path of [seriesPath(wren, 'one-of-one'), `${seriesPath(wren, 'one-of-one')}/zines`]) {
    const response = await site.call<{ code: string; error: string }>({ path })
    expect(response).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'There is no such series.' },
    })
  }
})

test('a member who blocked its creator sees no issue of it', async () => {
  await site.call({ method: 'PUT', path: `/api/users/${reader.id}/blocks/${wren.id}`, as: reader })
  expect(await titlesOf(wren, 'mothlight', { as: reader })).toEqual([])
  await site.call({ method: 'DELETE', path: `/api/users/${reader.id}/blocks/${wren.id}`, as: reader })
  expect(await titlesOf(wren, 'mothlight', { as: reader })).toHaveLength(7)
})

test('a creator’s series are listed alphabetically, each with its issues, and both are limited', async () => {
  const prolificMember = await site.signUp('many')
  await publish(prolificMember, 'Model', { series: 'A 000', issue: '1' })
  await site.pool.query(
    `with model as (select * from zines where creator_id = $1),
     made as (
       insert into zines (id, creator_id, title, aspect_ratio, page_count)
       select gen_random_uuid(), creator_id, 'Copy', aspect_ratio, page_count from model, generate_series(1, $2)
       returning id, creator_id),
     counted as (insert into zine_stats (zine_id) select id from made)
     insert into zine_details (zine_id, creator_id, details, series_slug)
     select id, creator_id, '{"series": "A"}', case when at <= $3 then 'a-000' else 'b-' || lpad(at::text, 3, '0') end
     from (select *, row_number() over () as at from made) numbered`,
    [prolificMember.id, 2 * countedIssues, countedIssues],
  )
  const { body } = await site.call<{ series: Series[] }>({ path: `/api/users/${prolificMember.id}/series` })
  expect(body.series).toHaveLength(listedSeries)
  expect(body.series.slice(0, 2)).toMatchObject([
    { slug: 'a-000', issueCount: countedIssues },
    { slug: 'b-101', issueCount: 1 },
  ])
  const response = await site.call({ path: `/api/users/${reader.id.replace(/^./, 'f')}/series` })
  expect(response.body).toEqual({ series: [] })
})

test.each(['Mothlight', '夜の猫', 'Ръчна работа', '!!!', 'a/b?c#d', '../..', 'ﷺ'.repeat(30), '👩🏽‍🚀 '.repeat(12)])(
  'the series %j has a page and a feed',
  async (series) => {
    const member = await site.signUp()
    const zine = await publish(member, 'One', { series, issue: '1' })
    const slug = (await open(zine.id)).series?.slug ?? ''
    expect(await titlesOf(member, slug)).toEqual(['One'])
    const feed = readXml(
      (await site.call({ path: `/feeds/series/${member.id}/${encodeURIComponent(slug)}.atom` })).text,
    )
    expect(textOf(feed, 'title')).toBe(series.trim())
    expect(childrenOf(feed, 'entry').map((entry) => textOf(entry, 'id'))).toEqual([`urn:uuid:${zine.id}`])
  },
)

test('the feed of a series that is none is none', async () => {
  for (const id of [wren.id, reader.id.replace(/^./, 'f')])
    expect((await site.call({ path: `/feeds/series/${id}/nothing.atom` })).status).toBe(404)
})

const cursorWith = (rank: string) =>
  Buffer.from(`[${rank},"0199a0b2-0000-7000-8000-00000000000b"]`).toString('base64url')

test.each(['x', 'WyJ4Il0', ...['1e999', '-1', '1e10', '"1"', '"NaN"', 'null', '[]'].map(cursorWith)])(
  'the cursor %j is rejected',
  async (cursor) => {
    const response = await site.call({ path: `${seriesPath(wren, 'mothlight')}/zines?cursor=${cursor}` })
    expect(response).toMatchObject({ status: 400, body: { error: 'This cursor is not valid.' } })
  },
)
