import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'

/**
 * Makes a browser a known one; true when it was not and its person is to be told. The first browser of all is no news:
 * it is the one the account was made with.
 */
export async function noteDevice(tx: Tx, userId: string, device: string) {
  const hash = hashOfDevice(device)
  const { rows } = await sql<{ tells: boolean }>`
    with others as (select exists (select from known_devices where user_id = ${userId} and device_hash <> ${hash}) as are),
    noted as (
      insert into known_devices (user_id, device_hash) values (${userId}, ${hash})
      on conflict (user_id, device_hash) do update set seen_at = now()
      returning xmax = 0 as is_new
    )
    select noted.is_new and others.are as tells from noted, others`.execute(tx)
  return rows[0]?.tells === true
}

/** The next sign-in from any browser is told of, and counts among the strangers'. */
export async function forgetDevices(tx: Tx, userId: string) {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export const hashOfDevice = (device: string) => createHash('sha256').update(device).digest()
