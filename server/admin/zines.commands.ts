import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { contentNote } from '#contract/limits.ts'
import { toOneLine } from '#contract/one-line.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { changeContentNote } from '#server/moderation/change-content-note.ts'
import { restoreZine } from '#server/moderation/hide-zine.ts'
import { decideOnTarget, lockTarget } from '#server/reports/decide-on-target.ts'
import { listDecisions } from '#server/reports/list-reports.queries.ts'
import {
  ConfirmationNeeded,
  command,
  flag,
  limit,
  listPosition,
  optionally,
  readExactTime,
  required,
  type Site,
  text,
  textParameter,
  toPage,
  truncateLists,
} from './command.ts'
import { listZines, zineIdIn } from './zines.queries.ts'

const zine = textParameter(msg`the id or URL of a zine`)
const reasonParameter = text(msg`the reason, shown to its creator`)

const list = command({
  name: 'zine list',
  summary: msg`Lists zines, newest first.`,
  options: {
    search: {
      ...optionally(textParameter(msg`part of a title or of a username, or the id or URL of a zine`)),
      value: 'TEXT',
    },
    hidden: flag(msg`only those that a moderator has hidden`),
    limit,
    after: optionally(listPosition(readExactTime)),
  },
  run: async ({ db }, { search, hidden: isHidden, limit: maxRows, after: last }) => {
    const after = last && { at: last.order, id: last.id }
    const zines = await listZines(db, { isHidden, search, limit: maxRows + 1, after })
    const { page, next } = toPage(zines, maxRows, ({ position, id }) => `${position}/${id}`)
    return { rows: page.map(({ position, ...row }) => row), next }
  },
})

const show = command({
  name: 'zine show',
  summary: msg`Shows a zine’s details, and whether it is hidden.`,
  positionals: { zine },
  options: { limit },
  run: async ({ db, config }, { limit: maxRows, ...input }) => {
    const { id, title, username, creatorId, ...fields } = await findZine(db, input.zine)
    const decisions = await listDecisions(db, { zineId: id, creatorId, limit: maxRows + 1 })
    const { fields: lists, says } = truncateLists(maxRows, { decisions })
    const address = `${config.publicUrl}/zine/${id}`
    return {
      fields: { id, title, by: username, creatorId, address, ...fields, ...lists },
      ...(says && { says }),
    }
  },
})

type Outcome = 'done' | 'already' | 'absent'
type ZineChange = {
  done(zine: ZineDetails): MessageDescriptor
  already(zine: ZineDetails): MessageDescriptor
  apply(tx: Tx, zine: ZineDetails, actor: Site['actor']): Promise<Outcome>
}

async function changeZine({ db, actor }: Site, zine: ZineDetails, { done, already, apply }: ZineChange) {
  const outcome = await db.transaction().execute((tx) => apply(tx, zine, actor))
  if (outcome === 'absent') throw apiError('not_found', msg`The zine ${{ id: zine.id }} no longer exists.`)
  return { outcome, says: outcome === 'done' ? done(zine) : already(zine) }
}

/** Locks the creator first. Resolves the zine's reports too. */
const decision =
  (act: 'hide' | 'remove', reason: string) =>
  async (tx: Tx, { id, creatorId }: ZineDetails, actor: Site['actor']) => {
    const reportTarget = { zineId: id, creatorId }
    await lockTarget(tx, reportTarget)
    return decideOnTarget(tx, reportTarget, { act, reason, actor })
  }

const hide = command({
  name: 'zine hide',
  summary: msg`Hides a zine from everyone except its creator, who gets the reason.`,
  details: msg`Open pages update within five seconds. Its files are no longer served to others.`,
  positionals: { zine },
  options: { reason: required(reasonParameter) },
  run: async (site, input) =>
    changeZine(site, await findZine(site.db, input.zine), {
      done: ({ title, username }) => msg`“${{ title }}” by ${{ username }} is hidden, and its creator gets an email.`,
      already: ({ title, username }) => msg`“${{ title }}” by ${{ username }} was already hidden.`,
      apply: decision('hide', input.reason),
    }),
})

const restore = command({
  name: 'zine restore',
  summary: msg`Makes a hidden zine visible again.`,
  positionals: { zine },
  options: { reason: optionally(reasonParameter) },
  run: async (site, input) =>
    changeZine(site, await findZine(site.db, input.zine), {
      done: ({ title, username }) =>
        msg`“${{ title }}” by ${{ username }} is visible again, and its creator gets an email.`,
      already: ({ title, username }) => msg`“${{ title }}” by ${{ username }} was not hidden.`,
      apply: (tx, { id: zineId }, actor) => restoreZine(tx, { zineId, reason: input.reason ?? '', actor }),
    }),
})

const remove = command({
  name: 'zine remove',
  summary: msg`Permanently removes a zine and its files.`,
  positionals: { zine },
  options: { reason: required(reasonParameter), yes: flag(msg`confirms it; this cannot be undone`) },
  run: async (site, input) => {
    const target = await findZine(site.db, input.zine)
    if (!input.yes)
      throw new ConfirmationNeeded(
        msg`This would permanently remove “${{ title: target.title }}” by ${{ username: target.username }}.`,
      )
    return changeZine(site, target, {
      done: ({ title, username }) => msg`“${{ title }}” by ${{ username }} is removed, and its creator gets an email.`,
      already: ({ title, username }) => msg`“${{ title }}” by ${{ username }} was already removed.`,
      apply: decision('remove', input.reason),
    })
  },
})

const noteParameter = text(msg`the content note; without one, the current one is removed`, contentNote)

const changeNote = command({
  name: 'zine content-note',
  summary: msg`Sets the content note of a zine and covers its pages, or removes the note.`,
  details: msg`Readers see the pages when they agree. The note replaces the creator’s own. The creator gets the reason, and can change the note later by editing the zine. Reports stay open.`,
  positionals: { zine },
  options: {
    note: optionally({ ...noteParameter, shape: noteParameter.shape.overwrite(toOneLine) }),
    reason: required(reasonParameter),
  },
  run: async ({ db, actor }, { note = '', reason, ...input }) => {
    const { id: zineId, title, username } = await findZine(db, input.zine)
    const decision = { zineId, note, reason, actor }
    const outcome = await db.transaction().execute((tx) => changeContentNote(tx, decision))
    if (outcome === 'absent') throw apiError('not_found', msg`The zine ${{ zineId }} no longer exists.`)
    return { outcome, says: noteSentences[note ? 'set' : 'removed'][outcome](title, username) }
  },
})

type NoteSentences = Record<'done' | 'already', (title: string, username: string) => MessageDescriptor>

const noteSentences: Record<'set' | 'removed', NoteSentences> = {
  set: {
    done: (title, username) =>
      msg`“${{ title }}” by ${{ username }} has the content note, and its creator gets an email.`,
    already: (title, username) => msg`“${{ title }}” by ${{ username }} already had this content note.`,
  },
  removed: {
    done: (title, username) =>
      msg`“${{ title }}” by ${{ username }} no longer has a content note, and its creator gets an email.`,
    already: (title, username) => msg`“${{ title }}” by ${{ username }} had no content note.`,
  },
}

export const zineCommands = [list, show, hide, restore, changeNote, remove]

export type ZineDetails = {
  id: string
  title: string
  creatorId: string
  username: string
  description: string | null
  createdAt: Date
  editedAt: Date | null
  pages: number
  printing: number
  contentNote: string | null
  coversPages: boolean
  favorites: number
  hiddenAt: Date | null
  reason: string | null
  isShown: boolean
  openReports: number
}

/** Finds a zine by id, or by an address that ends in one. */
export async function findZine(db: Db, idOrAddress: string): Promise<ZineDetails> {
  const id = zineIdIn(idOrAddress) ?? null
  const { rows } = await sql<ZineDetails>`
    select z.id, z.title, z.creator_id as "creatorId", u.username, z.description, z.created_at as "createdAt",
      z.edited_at as "editedAt", z.page_count as pages, z.printing,
      z.content_note as "contentNote", z.covers_pages as "coversPages",
      (select count(*)::int from favorites where zine_id = z.id) as favorites,
      z.hidden_at as "hiddenAt", z.hidden_reason as reason,
      exists (select from zine_stats s join creator_stats c on c.creator_id = z.creator_id where s.zine_id = z.id) as "isShown",
      (select count(*)::int from reports where zine_id = z.id and resolved_at is null) as "openReports"
    from zines z join users u on u.id = z.creator_id where z.id = ${id}::uuid`.execute(db)
  const [zine] = rows
  if (!zine) throw apiError('not_found', msg`No zine ${{ zine: idOrAddress }}.`)
  return zine
}
