import { sql } from 'kysely'
import * as limits from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { uploadedMedia } from '#server/media/media.routes.ts'
import { indexZines } from '#server/search/indexing.ts'
import { type Member, post, put } from './api-calls.ts'
import { stableId } from './demo-projects.ts'
import { type DemoZine, zineFiles } from './library/library.ts'
import type { createMediaMaker } from './ready-media.ts'

export type Site = { app: App; makeMedia: ReturnType<typeof createMediaMaker>; db: Db; config: Config }

type ZineToAdd = { zine: DemoZine; date: Date; member: Member }

/** Publishes a zine with the given date, and its second printing if it has one. Returns false if it already existed. */
export async function addZine(site: Site, { zine, date, member }: ZineToAdd) {
  const existing = site.db
    .selectFrom('zines')
    .select(['id', 'printing'])
    .where('creator_id', '=', member.id)
    .where('title', '=', zine.title)
  const existingZine = await existing.executeTakeFirst()
  const { note, firstPages } = zine.secondPrinting ?? {}
  if (existingZine && (!note || existingZine.printing > 1)) return false
  const pages = await uploadPages(site, zine, member)
  const id = existingZine?.id ?? (await publish(site, { zine, pages: pages.slice(0, firstPages), member }))
  if (!existingZine) await backdate(site.db, id, date)
  if (note) await reprint(site, { id, pages, note, member })
  return true
}

/** Updates the search index as well, which sorts by its own copy of the date and stores the week. */
const backdate = (db: Db, id: string, date: Date) =>
  db.transaction().execute(async (tx) => {
    await sql`update zines set created_at = ${date} where id = ${id}`.execute(tx)
    await sql`update zine_search set created_at = ${date} where zine_id = ${id}`.execute(tx)
    await indexZines(tx, [id])
  })

/** Uploads the pages of a zine for a member, with their alt texts and transcripts. */
export async function uploadPages(site: Site, zine: DemoZine, { id: ownerId }: Member) {
  const pages = []
  for (const { file: path, ...page } of zineFiles(zine)) {
    const media = await site.makeMedia({ ownerId, path })
    pages.push({ url: uploadedMedia(media).url, ...page })
  }
  return pages
}

type Pages = Awaited<ReturnType<typeof uploadPages>>

/** Short zines are published like in the upload dialog, longer ones from the layout table. */
async function publish({ app }: Site, { zine, pages, member }: { zine: DemoZine; pages: Pages; member: Member }) {
  const { cookie } = member
  const { title, description, aspectRatio, readingDirection, mayPrint, details } = zine
  const texts = { title, description, aspectRatio, paper: 'pictures', readingDirection, mayPrint, details }
  if (pages.length <= limits.zineImages) {
    const body = { ...texts, contentNote: zine.contentNote, mediaFiles: pages }
    return zineIdFrom(await post(app, { path: '/api/zines', body, cookie }))
  }
  const id = stableId(member.id, title)
  const response = await post(app, {
    path: '/api/drafts',
    body: { id, content: { ...texts, contentNote: zine.contentNote, pages } },
    cookie,
  })
  const { version } = response.json<{ draft: { version: number } }>().draft
  return zineIdFrom(await post(app, { path: `/api/drafts/${id}/publish`, body: { version }, cookie }))
}

const zineIdFrom = (response: Awaited<ReturnType<typeof post>>) => response.json<{ zine: { id: string } }>().zine.id

type Printing = { id: string; pages: Pages; note: string; member: Member }

/** The date of the second printing is written directly, because no API call can set it. */
async function reprint({ app, db }: Site, { id, pages, note, member }: Printing) {
  const { version } = await db.selectFrom('zines').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  const body = { version, pages, printingNote: note }
  await put(app, { path: `/api/zines/${id}`, body, cookie: member.cookie })
  await sql`update zine_printings p set printed_at = z.created_at + (now() - z.created_at) * 0.6 * (p.number - 1)
    from zines z where z.id = p.zine_id and z.id = ${id}`.execute(db)
  await sql`update zines z set edited_at = p.printed_at
    from zine_printings p where p.zine_id = z.id and p.number = z.printing and z.id = ${id}`.execute(db)
}
