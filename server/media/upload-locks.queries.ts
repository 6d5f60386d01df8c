import type pg from 'pg'

export type LockConnection = Awaited<ReturnType<typeof openLockConnection>>

const key = "hashtextextended('upload ' || $1, 0)"
const wish = "hashtextextended('wish for upload ' || $1, 0)"

/** Whoever wishes for an upload holds a shared lock on the wish, so the wish cannot be taken alone. */
const requested = `
  with wish as materialized (
    select id, hashtextextended('wish for upload ' || id, 0) as key from unnest($1::text[]) as id)
  select id from wish where case when pg_try_advisory_lock(key) then not pg_advisory_unlock(key) else true end`

/** A connection for locks alone: they are its, and end with it. `onLost` when it ends by itself. */
export async function openLockConnection(pool: pg.Pool, onLost: () => void) {
  const client = await pool.connect()
  let isOurs = true
  const giveBack = (isBroken: boolean) => {
    if (!isOurs) return
    isOurs = false
    client.off('end', lose)
    client.release(isBroken)
  }
  function lose() {
    giveBack(true)
    onLost()
  }
  client.once('end', lose)
  const isTrue = async (condition: string, id: string) =>
    (await client.query<{ yes: boolean }>(`select ${condition} as yes`, [id])).rows[0]?.yes === true

  return {
    take: (id: string) => isTrue(`pg_try_advisory_lock(${key})`, id),
    leave: (id: string) => isTrue(`pg_advisory_unlock(${key})`, id),
    ask: (id: string) => isTrue(`pg_advisory_lock_shared(${wish}) is not null`, id),
    stopAsking: (id: string) => isTrue(`pg_advisory_unlock_shared(${wish})`, id),
    listRequested: async (ids: string[]) =>
      (await client.query<{ id: string }>(requested, [ids])).rows.map(({ id }) => id),
    close: () => giveBack(false),
    /** For when it is in doubt what it holds. */
    drop: lose,
  }
}
