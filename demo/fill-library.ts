import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { indexCreators } from '#server/search/indexing.ts'
import type { Foldout } from '#server/start.ts'
import { addZine, type Site } from './add-zine.ts'
import { enter, type Member } from './calls.ts'
import { creatorPassword, demoMember } from './demo-member.ts'
import { fillDesk } from './desk.ts'
import { layOutDrafts } from './layout-table.ts'
import { type DemoCreator, type DemoZine, loadLibrary } from './library/library.ts'
import { showModeration } from './moderation.ts'
import { letReadersRead } from './readers.ts'
import { mediaMaker } from './ready-media.ts'
import { fillShelves } from './shelves.ts'

type Opened = { database: Pick<Foldout['database'], 'pool'> }
type Progress = (done: number, all: number) => void

/** A database with members but without the demo member belongs to a real site, so the demo leaves it alone. */
export async function isSomebodys({ database }: Opened) {
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
export async function fillLibrary({ database: { pool } }: Opened, config: Config, onProgress: Progress) {
  const { app, media } = await backDoor(config, pool)
  try {
    const site = { app, makeMedia: mediaMaker(media), config, db: openDb(pool) }
    // First, because the next start recognises an interrupted demo by this member.
    const demo = await enter(app, demoMember)
    await fillDesk(app, demo)
    const members = await addLibrary(site, onProgress)
    await layOutDrafts(site, demo)
    await showModeration(site, demo)
    await fillShelves(site, demo, members)
    const creatorIds = [...members.values()].map(({ id }) => id)
    await letReadersRead(pool, { demoId: demo.id, creatorIds })
  } finally {
    await app.close()
  }
}

async function addLibrary(site: Site, onProgress: Progress) {
  const { creators, zines: all } = loadLibrary()
  const zines = all.filter(({ pages }) => pages.length <= site.config.longZinePages)
  const members = new Map<string, Member>()
  await inLanes(lanes, creators, async (creator) => {
    members.set(creator.username, await addCreator(site, creator))
  })
  let done = 0
  await inLanes(lanes, [...inTurns(zines).entries()], async ([place, zine]) => {
    const member = members.get(zine.creator)
    if (!member) throw new Error(`Zine ${zine.id}: its creator ${zine.creator} is not in the library`)
    const made = await addZine(site, { zine, date: dateOf(place), member })
    done += 1
    if (made) onProgress(done, zines.length)
  })
  return members
}

/** Several zines are added at a time, so that one can use the processor while another waits for the disk. */
const lanes = 4

/** The same application without a network port and without rate limits on sign-ups. */
const backDoor = (config: Config, pool: pg.Pool) =>
  buildApp({ config: { ...config, rateLimits: false }, pool, pages: false })

async function addCreator(site: Site, { username, name, bio, portraitFile }: DemoCreator) {
  const member = await enter(site.app, {
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
function dateOf(place: number) {
  const days = 0.2 + place * 2 + (place * place) / 14 + ((place * 7919) % 97) / 60
  return new Date(Date.now() - days * 86_400_000)
}

/** Every creator's first zine, then every second one, and so on, to mix the rack. Videos come early. */
function inTurns(zines: DemoZine[]) {
  const turns = new Map<string, number>()
  const placed = zines.map((zine) => {
    const turn = turns.get(zine.creator) ?? 0
    turns.set(zine.creator, turn + 1)
    return { zine, turn: zine.video ? 0 : turn }
  })
  return placed.sort((one, other) => one.turn - other.turn).map(({ zine }) => zine)
}

/** Processes a list in order, several items at a time. After a failure no new item starts, and running ones finish. */
async function inLanes<Item>(lanes: number, items: Item[], work: (item: Item) => Promise<void>) {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      await work(item).catch((error) => {
        left.length = 0
        throw error
      })
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
