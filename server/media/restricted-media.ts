import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { imageAddress, imageWidths } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { notifyOnCommit } from '#server/db/notices.ts'
import { statement } from '#server/db/statement.ts'
import { openCookieSessions } from '#server/http/session.ts'

type Deps = {
  config: Config
  pool: pg.Pool
  log: { warn(details: object, message: string): void }
}

export type RestrictedMedia = Awaited<ReturnType<typeof openRestrictedMedia>>

/** In case a notice of a change is lost. */
const refreshIntervalMs = 5_000
/** After visible changes, here or in another process, but not more often than this. */
const minRefreshIntervalMs = 250

/** A hint that makes serving other files cheap. Whether restricted media may be read is checked every time. */
export async function openRestrictedMedia({ config, pool, log }: Deps) {
  const sessionOf = openCookieSessions({ config, pool })
  let hashes = new Set<string>()
  let fingerprint: string | undefined
  let readAt = 0
  let refreshing: Promise<void> | undefined
  let scheduledRefresh: NodeJS.Timeout | undefined

  async function readRestricted() {
    readAt = Date.now()
    const current = await readFingerprint(pool)
    if (current === fingerprint) return
    hashes = new Set(await listRestricted(pool))
    fingerprint = current
  }

  /** Concurrent calls share one read; a failed read changes nothing. */
  const refresh = () => {
    refreshing ??= readRestricted()
      .catch((err) => log.warn({ err }, 'could not load the restricted media'))
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  const timer = setInterval(refresh, refreshIntervalMs).unref()
  await refresh()

  return {
    /** Until the first successful read, every file is checked. */
    mayBeRestricted: (hash: string) => fingerprint === undefined || hashes.has(hash),
    async findAccess(hash: string, request: FastifyRequest) {
      const viewer = (await sessionOf(request))?.session.user_id ?? null
      return readAccess(request.readPool, hash, viewer)
    },
    refresh,
    /** A read that started earlier may have missed recent restrictions. */
    async refreshAfterChange() {
      await refreshing
      await refresh()
    },
    refreshSoon() {
      scheduledRefresh ??= setTimeout(
        () => {
          scheduledRefresh = undefined
          void refresh()
        },
        Math.max(0, readAt + minRefreshIntervalMs - Date.now()),
      ).unref()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(scheduledRefresh)
    },
  }
}

/** A fixed order avoids deadlocks. Existing rows are locked, so that a sweep does not release them meanwhile. */
const restrict = (tx: Tx, hashes: RawBuilder<unknown>) =>
  sql`insert into restricted_media as existing (hash)
    select distinct hash from (${hashes}) files (hash) where hash is not null order by hash
    on conflict (hash) do update set restricted_at = existing.restricted_at`.execute(tx)

/** The current files of a hidden zine: its pages, the pictures on them and the covers of its former printings. */
export const restrictZine = (tx: Tx, zineId: string) =>
  restrict(
    tx,
    sql`select m.hash from zine_pages p join media m on m.id = p.media_id where p.zine_id = ${zineId}
      union all
      select m.hash from recipe_media p join media m on m.id = p.media_id where p.zine_id = ${zineId}
      union all
      select m.hash from zine_printings p join media m on m.id = p.cover_media_id where p.zine_id = ${zineId}`,
  )

export const restrictMember = (tx: Tx, userId: string) =>
  restrict(
    tx,
    sql`select hash from media where owner_id = ${userId}
      union all
      select substr(picture_url, 8, 32) from profiles where user_id = ${userId}`,
  )

const isHiddenMember = sql`(suspended_at is not null or awaiting_since is not null)`

/** Restricts media of members who await approval, or were suspended during the upload. */
export async function restrictIfHiddenMember(tx: Tx, { hash, ownerId }: { hash: string; ownerId: string }) {
  const { rows } = await sql`select from users where id = ${ownerId} and ${isHiddenMember}`.execute(tx)
  if (rows.length === 0) return false
  await restrict(tx, sql`select ${hash}::text`)
  // Other processes serve files too.
  await notifyOnCommit(tx)
  return true
}

/** A text that differs for different sets. */
const fingerprint = statement<{ fingerprint: string }, []>(
  'restricted-fingerprint',
  `select count(*) || ' ' || coalesce(sum(hashtextextended(hash, 0)), 0) as fingerprint from restricted_media`,
)

const readFingerprint = async (pool: pg.Pool) => (await fingerprint(pool))[0]?.fingerprint

const restrictedHashes = statement<{ hash: string }, []>('restricted-hashes', 'select hash from restricted_media')

export const listRestricted = async (pool: pg.Pool) => (await restrictedHashes(pool)).map(({ hash }) => hash)

const accessStatement = statement<
  { isShown: boolean; isOwner: boolean },
  [hash: string, viewer: string | null, pictures: string[]]
>(
  'media-access',
  `select exists (
     select from media m where hash = $1 and (
       exists (select from zine_pages p join zine_stats using (zine_id) where p.media_id = m.id)
       or exists (select from zine_printings p join zine_stats using (zine_id) where p.cover_media_id = m.id))
   ) or exists (
     select from profiles join creator_stats on creator_id = user_id where picture_url = any($3::text[])
   ) as "isShown",
   exists (select from media where hash = $1 and owner_id = $2::uuid) as "isOwner"`,
)

/** Everyone if visible content uses it; otherwise its uploader, if that is the viewer. */
async function readAccess(pool: pg.Pool, hash: string, viewer: string | null) {
  const pictures = imageWidths.map((width) => imageAddress(hash, width))
  const [row] = await accessStatement(pool, hash, viewer, pictures)
  return row?.isShown ? 'public' : row?.isOwner ? 'owner' : 'none'
}

/** Releases media that nothing hidden uses. Works in batches, so that moderation waits only for a moment. */
export async function sweepRestricted(db: Db, { batchSize = 500 } = {}) {
  let last: string | undefined = ''
  while (last !== undefined) last = await sweepBatch(db, last, batchSize)
}

/** Returns the last hash of the batch if there may be more. Skips rows that another transaction restricts. */
const sweepBatch = (db: Db, after: string, batchSize: number) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ hash: string }>`
      select hash from restricted_media where hash > ${after} order by hash limit ${batchSize} for update skip locked`.execute(
      tx,
    )
    const locked = rows.map(({ hash }) => hash)
    await releaseVisible(tx, locked)
    return locked.length < batchSize ? undefined : locked.at(-1)
  })

/** A separate statement after locking, so that it sees what was hidden until then. */
const releaseVisible = (tx: Tx, locked: string[]) =>
  sql`
    delete from restricted_media w where hash = any(${locked}) and not exists (
      select from media m join users u on u.id = m.owner_id
      left join zine_pages p on p.media_id = m.id left join zine_printings r on r.cover_media_id = m.id
      left join recipe_media i on i.media_id = m.id
      left join zines z on z.id = coalesce(p.zine_id, r.zine_id, i.zine_id)
      where m.hash = w.hash and (${isHiddenMember} or z.hidden_at is not null)
    ) and not exists (
      select from profiles join users on id = user_id
      where picture_url in ('/media/' || w.hash || '-400.webp', '/media/' || w.hash || '-800.webp', '/media/' || w.hash || '-1600.webp')
        and ${isHiddenMember})`.execute(tx)
