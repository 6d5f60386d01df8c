import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenZine } from '#contract/zines.ts'
import { addMedia } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { rowFaults } from '#trials/crash/wholeness.ts'

let site: TestApp
let owner: Member
beforeAll(async () => {
  site = await startTestApp()
  owner = await site.signUp()
  await site.pool.query(`
    create function die() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
})
afterAll(() => site.close())

/** Everything that an update writes to. */
const written = ['zines', 'zine_pages', 'zine_printings', 'media', 'zine_search', 'search_words']
const jobs = 'graphile_worker._private_jobs'

async function everything() {
  const texts = [...written, jobs].map((table) => `select to_jsonb(t) as row from ${table} t order by 1`)
  return Promise.all(texts.map(async (text) => (await site.pool.query(text)).rows))
}

const atTheEnd = 'deferrable initially deferred for each row'
test.each([
  ['insert', 'zine_printings', ''],
  ['insert', jobs, ''],
  ['update', 'zines', ''],
  ['insert', 'search_words', ''],
  ['update', 'zines', atTheEnd],
] as const)(
  'a database that dies at the %s of %s leaves the old zine whole %s',
  async (event, table, how) => {
    const mediaFiles = await addMedia(site, owner, ['image', 'image'])
    const title = `Torn ${Math.random().toString(36).slice(2)}`
    const body = { title, aspectRatio: '4:5', mediaFiles }
    const made = await site.call<{ zine: OpenZine }>({ method: 'POST', path: '/api/zines', body, as: owner })
    const [fresh] = await addMedia(site, owner, ['image'])
    const before = await everything()
    const kind = how ? 'constraint trigger' : 'trigger'
    await site.pool.query(
      `create ${kind} dies after ${event} on ${table} ${how || 'for each statement'} execute function die()`,
    )
    const path = `/api/zines/${made.body.zine.id}`
    const sent = {
      version: 1,
      title: 'Mended',
      pages: [mediaFiles[0], fresh],
      printingNote: 'Mended',
    }
    const update = () =>
      site.call<{ zine: OpenZine; code: string }>({ method: 'PUT', path, body: sent, as: owner })
    expect(await update()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await everything()).toEqual(before)
    expect(await rowFaults(site.pool)).toEqual([])

    await site.pool.query(`drop trigger dies on ${table}`)
    expect((await update()).body.zine).toMatchObject({ version: 2, printing: 2, mediaUrls: sent.pages })
    expect(await rowFaults(site.pool)).toEqual([])
  },
)
