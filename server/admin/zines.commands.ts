import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { restoreZine } from '#server/moderation/hide-zine.ts'
import { decide, holdThing } from '#server/reports/decide.ts'
import { listDecisions } from '#server/reports/list-reports.queries.ts'
import { command, flag, limit, named, needed, optionally, type Site, shortened, text } from './command.ts'

const zine = named('the id or URL of a zine')
const reason = text('the reason, shown to its maker')

const show = command({
  name: 'zine show',
  says: 'Shows a zine’s details, and whether it is hidden.',
  takes: { zine },
  options: { limit },
  run: async ({ db, config }, { limit: most, ...given }) => {
    const { id, title, username, creatorId, ...facts } = await findZine(db, given.zine)
    const decisions = await listDecisions(db, { zineId: id, creatorId, limit: most + 1 })
    const { facts: lists, says } = shortened(most, { decisions })
    const address = `${config.publicUrl}/zine/${id}`
    return {
      facts: { id, title, by: username, creatorId, address, ...facts, ...lists },
      ...(says && { says }),
    }
  },
})

type Outcome = 'done' | 'already' | 'absent'
type Act = {
  done: string
  already: string
  does(tx: Tx, zine: FoundZine, actor: Site['actor']): Promise<Outcome>
}

async function actOnZine({ db, actor }: Site, zine: FoundZine, { done, already, does }: Act) {
  const outcome = await db.transaction().execute((tx) => does(tx, zine, actor))
  if (outcome === 'absent') throw refuse('not_found', `The zine ${zine.id} no longer exists.`)
  return { outcome, says: `“${zine.title}” by ${zine.username} ${outcome === 'done' ? done : already}.` }
}

/** Locks the creator first. Resolves the zine's reports too. */
const decided =
  (act: 'hide' | 'remove', why: string) =>
  async (tx: Tx, { id, creatorId }: FoundZine, actor: Site['actor']) => {
    const thing = { zineId: id, creatorId }
    await holdThing(tx, thing)
    return decide(tx, thing, { act, reason: why, actor })
  }

const hide = command({
  name: 'zine hide',
  says: 'Hides a zine from everyone except its maker, who gets the reason.',
  more: 'Open pages update within five seconds. Its files are no longer served to others.',
  takes: { zine },
  options: { reason: needed(reason) },
  run: async (site, given) =>
    actOnZine(site, await findZine(site.db, given.zine), {
      done: 'is hidden, and its maker gets an email',
      already: 'was already hidden',
      does: decided('hide', given.reason),
    }),
})

const restore = command({
  name: 'zine restore',
  says: 'Shows a hidden zine again.',
  takes: { zine },
  options: { reason: optionally(reason) },
  run: async (site, given) =>
    actOnZine(site, await findZine(site.db, given.zine), {
      done: 'is visible again, and its maker gets an email',
      already: 'was not hidden',
      does: (tx, { id: zineId }, actor) => restoreZine(tx, { zineId, reason: given.reason ?? '', actor }),
    }),
})

const remove = command({
  name: 'zine remove',
  says: 'Permanently removes a zine and its files.',
  takes: { zine },
  options: { reason: needed(reason), yes: flag('confirms it; this cannot be undone') },
  run: async (site, given) => {
    const found = await findZine(site.db, given.zine)
    if (!given.yes)
      throw refuse(
        'invalid_request',
        `This would permanently remove “${found.title}” by ${found.username}. Add --yes to confirm.`,
      )
    return actOnZine(site, found, {
      done: 'is removed, and its maker gets an email',
      already: 'was already removed',
      does: decided('remove', given.reason),
    })
  },
})

export const zineCommands = [show, hide, restore, remove]

export type FoundZine = {
  id: string
  title: string
  creatorId: string
  username: string
  description: string | null
  createdAt: Date
  editedAt: Date | null
  pages: number
  printing: number
  favorites: number
  hiddenAt: Date | null
  reason: string | null
  isShown: boolean
  openReports: number
}

const inAddress = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/[a-z]*)?\/?(?:[?#].*)?$/i

/** Finds a zine by id, or by an address that ends in one. */
export async function findZine(db: Db, typed: string): Promise<FoundZine> {
  const id = inAddress.exec(typed)?.[1] ?? null
  const { rows } = await sql<FoundZine>`
    select z.id, z.title, z.creator_id as "creatorId", u.username, z.description, z.created_at as "createdAt",
      z.edited_at as "editedAt", z.page_count as pages, z.printing,
      (select count(*)::int from favorites where zine_id = z.id) as favorites,
      z.hidden_at as "hiddenAt", z.hidden_reason as reason,
      exists (select from zine_stats s join creator_stats c on c.creator_id = z.creator_id where s.zine_id = z.id) as "isShown",
      (select count(*)::int from reports where zine_id = z.id and resolved_at is null) as "openReports"
    from zines z join users u on u.id = z.creator_id where z.id = ${id}::uuid`.execute(db)
  const [zine] = rows
  if (!zine) throw refuse('not_found', `No zine ${typed}.`)
  return zine
}
