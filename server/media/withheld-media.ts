import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { imageAddress, imageWidths } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { tellOnCommit } from '#server/db/notices.ts'
import { statement } from '#server/db/statement.ts'
import { openCookieSessions } from '#server/http/session.ts'

type Deps = {
  config: Config
  pool: pg.Pool
  log: { warn(details: object, message: string): void }
}

export type WithheldMedia = Awaited<ReturnType<typeof openWithheldMedia>>

/** In case a notice of a change is lost. */
const everyMs = 5_000
/** After visible changes, here or in another process, but not more often than this. */
const soonMs = 250

/** A hint that makes serving other files cheap. Whether restricted media may be read is checked every time. */
export async function openWithheldMedia({ config, pool, log }: Deps) {
  const sessionOf = openCookieSessions({ config, pool })
  let hashes = new Set<string>()
  let state: string | undefined
  let readAt = 0
  let reading: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  async function read() {
    readAt = Date.now()
    const now = await countWithheld(pool)
    if (now === state) return
    hashes = new Set(await listWithheld(pool))
    state = now
  }

  /** Concurrent calls share one read; a failed read changes nothing. */
  const refresh = () => {
    reading ??= read()
      .catch((err) => log.warn({ err }, 'could not load the restricted media'))
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  const timer = setInterval(refresh, everyMs).unref()
  await refresh()

  return {
    /** Until the first successful read, every file is checked. */
    mayBe: (hash: string) => state === undefined || hashes.has(hash),
    async whoMayRead(hash: string, request: FastifyRequest) {
      const viewer = (await sessionOf(request))?.session.user_id ?? null
      return findWhoMayRead(request.reads, hash, viewer)
    },
    refresh,
    /** A read that started earlier may have missed recent restrictions. */
    async refreshAnew() {
      await reading
      await refresh()
    },
    refreshSoon() {
      soon ??= setTimeout(
        () => {
          soon = undefined
          void refresh()
        },
        Math.max(0, readAt + soonMs - Date.now()),
      ).unref()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
    },
  }
}

/** A fixed order avoids deadlocks. Existing rows are locked, so that a sweep does not release them meanwhile. */
const withhold = (tx: Tx, hashes: RawBuilder<unknown>) =>
  sql`insert into withheld_media as known (hash)
    select distinct hash from (${hashes}) files (hash) where hash is not null order by hash
    on conflict (hash) do update set withheld_at = known.withheld_at`.execute(tx)

/** The current files of a hidden zine: its pages and the covers of its former printings. */
export const withholdZine = (tx: Tx, zineId: string) =>
  withhold(
    tx,
    sql`select m.hash from zine_pages p join media m on m.id = p.media_id where p.zine_id = ${zineId}
      union all
      select m.hash from zine_printings p join media m on m.id = p.cover_media_id where p.zine_id = ${zineId}`,
  )

export const withholdMember = (tx: Tx, userId: string) =>
  withhold(
    tx,
    sql`select hash from media where owner_id = ${userId}
      union all
      select substr(picture_url, 8, 32) from profiles where user_id = ${userId}`,
  )

const isUnseen = sql`(suspended_at is not null or awaiting_since is not null)`

/** For members who await approval, or were suspended during the upload. */
export async function withholdOfUnseen(tx: Tx, { hash, ownerId }: { hash: string; ownerId: string }) {
  const { rows } = await sql`select from users where id = ${ownerId} and ${isUnseen}`.execute(tx)
  if (rows.length === 0) return false
  await withhold(tx, sql`select ${hash}::text`)
  // Other processes serve files too.
  await tellOnCommit(tx)
  return true
}

/** A text that differs for different sets. */
async function countWithheld(pool: pg.Pool) {
  const { rows } = await pool.query<{ state: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(hash, 0)), 0) as state from withheld_media`,
  )
  return rows[0]?.state
}

export async function listWithheld(pool: pg.Pool) {
  const { rows } = await pool.query<{ hash: string }>('select hash from withheld_media')
  return rows.map(({ hash }) => hash)
}

const whoMayRead = statement<
  { isShown: boolean; isOwn: boolean },
  [hash: string, viewer: string | null, pictures: string[]]
>(
  'who-may-read-media',
  `select exists (
     select from media m where hash = $1 and (
       exists (select from zine_pages p join zine_stats using (zine_id) where p.media_id = m.id)
       or exists (select from zine_printings p join zine_stats using (zine_id) where p.cover_media_id = m.id))
   ) or exists (
     select from profiles join creator_stats on creator_id = user_id where picture_url = any($3::text[])
   ) as "isShown",
   exists (select from media where hash = $1 and owner_id = $2::uuid) as "isOwn"`,
)

/** Everyone if visible content uses it; otherwise its uploader, if that is the viewer. */
async function findWhoMayRead(pool: pg.Pool, hash: string, viewer: string | null) {
  const pictures = imageWidths.map((width) => imageAddress(hash, width))
  const [row] = await whoMayRead(pool, hash, viewer, pictures)
  return row?.isShown ? 'everybody' : row?.isOwn ? 'owner' : 'nobody'
}

/** Releases media that nothing hidden uses. Works in batches, so that moderation waits only for a moment. */
export async function sweepWithheld(db: Db, { atOnce = 500 } = {}) {
  let last: string | undefined = ''
  while (last !== undefined) last = await sweepSome(db, last, atOnce)
}

/** Returns the last hash of the batch if there may be more. Skips rows that another transaction restricts. */
const sweepSome = (db: Db, after: string, atMost: number) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ hash: string }>`
      select hash from withheld_media where hash > ${after} order by hash limit ${atMost} for update skip locked`.execute(
      tx,
    )
    const held = rows.map(({ hash }) => hash)
    await releaseShown(tx, held)
    return held.length < atMost ? undefined : held.at(-1)
  })

/** A separate statement after locking, so that it sees what was hidden until then. */
const releaseShown = (tx: Tx, held: string[]) =>
  sql`
    delete from withheld_media w where hash = any(${held}) and not exists (
      select from media m join users u on u.id = m.owner_id
      left join zine_pages p on p.media_id = m.id left join zine_printings r on r.cover_media_id = m.id
      left join zines z on z.id = coalesce(p.zine_id, r.zine_id)
      where m.hash = w.hash and (${isUnseen} or z.hidden_at is not null)
    ) and not exists (
      select from profiles join users on id = user_id
      where picture_url in ('/media/' || w.hash || '-400.webp', '/media/' || w.hash || '-800.webp', '/media/' || w.hash || '-1600.webp')
        and ${isUnseen})`.execute(tx)
