import type pg from 'pg'
import type { OpenZine } from '#contract/zines.ts'
import { notFound } from '#server/http/errors.ts'
import { readZine } from '#server/zines/zines.queries.ts'

/** A zine as its page shows it to whoever asks; a hidden one to its maker alone. */
export async function openZine(pool: pg.Pool, viewer: string | null, id: string): Promise<OpenZine> {
  const zine = await readZine(pool, viewer, id)
  if (!zine) throw notFound('zine')
  return JSON.parse(zine)
}
