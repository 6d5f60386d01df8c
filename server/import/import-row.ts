import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { createDraft } from '#server/drafts/create-draft.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import { type BroughtFile, lookAt } from './brought-files.ts'
import { layPages } from './lay-pages.ts'
import { makePages } from './make-pages.ts'
import type { ImportDeps } from './making.ts'
import type { ImportRow } from './read-row.ts'
import { filesOf } from './row-files.ts'
import type { Source } from './source.ts'

export type Importing = { ownerId: string; source: Source; row: ImportRow }
export type Imported = { outcome: 'made' | 'already'; draftId: string }

/**
 * Makes a draft of a row, once: its id is a digest of what the row and its files say, so the same row made again, by
 * another import or after this one broke off, is the draft or the zine there is.
 */
export async function importRow(deps: ImportDeps, { ownerId, source, row }: Importing): Promise<Imported> {
  const { longZinePages: mostPages } = deps.config
  const names = filesOf(source, row.files, mostPages)
  const into = await makeWorkFolder(deps.config)
  const bring = (name: string) => source.bring(name, into)
  try {
    const files = await lookAt(names, bring)
    const draftId = idOf(ownerId, row, files)
    if (await isMade(deps.db, draftId)) return { outcome: 'already', draftId }
    const pages = await makePages(deps, { ownerId, draftId, row, files, bring })
    const content = { ...row.content, pages }
    const draft = { ownerId, id: draftId, projectId: undefined, content, mostPages }
    const imported = { most: deps.mostDrafts }
    await deps.db.transaction().execute((tx) => createDraft(tx, { ...draft, imported }))
    return { outcome: 'made', draftId }
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

function idOf(ownerId: string, row: ImportRow, files: BroughtFile[]) {
  const digest = createHash('sha256')
    .update(JSON.stringify([ownerId, row.content, saidOf(row, files)]))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/** How many pages a PDF has is not known before it is read, which takes long; so of one it is said as it is written. */
function saidOf(row: ImportRow, files: BroughtFile[]) {
  const [file] = files
  if (file?.kind === 'pdf') return { sha256: file.sha256, order: row.order, ...row.pages }
  return layPages(row, files).map(({ from: { sha256 }, ...says }) => ({ ...says, sha256 }))
}

async function isMade(db: Db, draftId: string) {
  const { rows } = await sql`
    select from drafts where id = ${draftId} union all select from zines where draft_id = ${draftId}`.execute(
    db,
  )
  return rows.length > 0
}
