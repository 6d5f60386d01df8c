import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { indexCreators } from '#server/search/indexing.ts'
import type { Foldout } from '#server/start.ts'
import { addZine, type Site } from './add-zine.ts'
import { demoAgent, type Member, signInOrRegister } from './api-calls.ts'
import { addDrafts } from './demo-drafts.ts'
import { creatorPassword, demoMember } from './demo-member.ts'
import { addProjects } from './demo-projects.ts'
import { type DemoCreator, type DemoZine, loadLibrary } from './library/library.ts'
import { addModerationExamples } from './moderation.ts'
import { addDemoReaders } from './readers.ts'
import { createMediaMaker } from './ready-media.ts'
import { addShelves } from './shelves.ts'

type OpenSite = { database: Pick<Foldout['database'], 'pool'> }
type Progress = (done: number, total: number) => void

/** A database with members but without the demo member belongs to a real site, so the demo leaves it alone. */
export async function hasOtherMembers({ database }: OpenSite) {
  const { rows } = await database.pool.query(
    'select exists (select from users) and not exists (select from users where username = $1) as theirs',
    [demoMember.username],
  )
  return rows[0]?.theirs === true
}

/**
 * Registers the creators and publishes their zines through the API, as members do, with media that the pipeline has
 * processed in advance. Only names and dates are written directly, because no API call can set them. Existing data stays
 * as it is, so the next start completes an interrupted one.
 */
export async function addDemoLibrary({ database: { pool } }: OpenSite, config: Config, onProgress: Progress) {
  const { app, media } = await buildInternalApp(config, pool)
  try {
    const site = { app, makeMedia: createMediaMaker(media), config, db: openDb(pool) }
    // First, because the next start recognises an interrupted demo by this member.
    const demo = await signInOrRegister(app, demoMember)
    await addProjects(app, demo)
    const members = await addLibrary(site, onProgress)
    await addDrafts(site, demo)
    await addModerationExamples(site, demo)
    await addShelves(site, demo, members)
    const creatorIds = [...members.values()].map(({ id }) => id)
    await addDemoReaders(pool, { demoId: demo.id, creatorIds })
  } finally {
    await app.close()
    // Otherwise the demo member's list of devices would show these sessions.
    await pool.query('delete from sessions where user_agent = $1', [demoAgent])
  }
}

async function addLibrary(site: Site, onProgress: Progress) {
  const { creators, zines: all } = loadLibrary()
  const zines = all.filter(({ pages }) => pages.length <= site.config.longZinePages)
  const members = new Map<string, Member>()
  await forEachConcurrently(concurrency, creators, async (creator) => {
    members.set(creator.username, await addCreator(site, creator))
  })
  let done = 0
  await forEachConcurrently(concurrency, [...interleaveCreators(zines).entries()], async ([position, zine]) => {
    const member = members.get(zine.creator)
    if (!member) throw new Error(`Zine ${zine.id}: its creator ${zine.creator} is not in the library`)
    const wasAdded = await addZine(site, { zine, date: dateOf(position), member })
    done += 1
    if (wasAdded) onProgress(done, zines.length)
  })
  return members
}

/** Several zines are added at a time, so that one can use the processor while another waits for the disk. */
const concurrency = 4

/** The same application without a network port and without rate limits on sign-ups. */
const buildInternalApp = (config: Config, pool: pg.Pool) =>
  buildApp({ config: { ...config, rateLimits: false }, pool, pages: false })

async function addCreator(site: Site, { username, name, bio, portraitFile }: DemoCreator) {
  const member = await signInOrRegister(site.app, {
    username,
    bio,
    password: creatorPassword(site.config.secret, username),
  })
  const profile = site.db.selectFrom('profiles').select('name').where('user_id', '=', member.id)
  if ((await profile.executeTakeFirst())?.name) return member
  const picture = portraitFile && (await site.makeMedia({ ownerId: member.id, path: portraitFile }))
  const picture_url = picture ? imageAddress(picture.hash, 400) : null
  await site.db.transaction().execute(async (tx) => {
    await tx.updateTable('profiles').set({ name, picture_url }).where('user_id', '=', member.id).execute()
    await indexCreators(tx, [member.id])
  })
  return member
}

/** The first zine is a few hours old. The others are spread over about a year, with growing gaps. */
function dateOf(position: number) {
  const days = 0.2 + position * 2 + (position * position) / 14 + ((position * 7919) % 97) / 60
  return new Date(Date.now() - days * 86_400_000)
}

/** Every creator's first zine, then every second one, and so on, to mix the rack. Videos come early. */
function interleaveCreators(zines: DemoZine[]) {
  const zinesByCreator = new Map<string, number>()
  const ranked = zines.map((zine) => {
    const rank = zinesByCreator.get(zine.creator) ?? 0
    zinesByCreator.set(zine.creator, rank + 1)
    return { zine, rank: zine.video ? 0 : rank }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ zine }) => zine)
}

/** Processes a list in order, several items at a time. After a failure no new item starts, and running ones finish. */
async function forEachConcurrently<Item>(concurrency: number, items: Item[], work: (item: Item) => Promise<void>) {
  const remaining = [...items]
  const worker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      await work(item).catch((error) => {
        remaining.length = 0
        throw error
      })
  }
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
