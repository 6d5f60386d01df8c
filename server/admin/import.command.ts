import { stat } from 'node:fs/promises'
import { importedDrafts } from '#contract/limits.ts'
import { noteAct } from '#server/audit/audit.queries.ts'
import { asPublisher } from '#server/auth/sign-ups/may-publish.ts'
import { readingTimes } from '#server/documents/documents.ts'
import { publishDraft } from '#server/drafts/publish-draft.ts'
import { asRefusal, refuse, storageFull } from '#server/http/errors.ts'
import { openFreeSpace } from '#server/http/free-space.ts'
import { largestFile } from '#server/import/brought-files.ts'
import { openFolder } from '#server/import/folder-source.ts'
import { type ImportTable, type RowReport, readImport, reportRow } from '#server/import/import-row.ts'
import type { ImportDeps } from '#server/import/make-pages.ts'
import { isOfRow } from '#server/import/of-row.ts'
import type { Source } from '#server/import/source.ts'
import { openZip } from '#server/import/zip-source.ts'
import { decodeTimes } from '#server/media/decode/decode-task.ts'
import { createDecoderQueue } from '#server/media/decoder-queue.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { command, flag, member, named, type Site } from './command.ts'
import { findMember } from './members.queries.ts'

export const importCommand = command({
  name: 'import',
  says: 'Makes drafts from a folder or zip of pictures, PDFs and videos, described by a CSV.',
  more: 'docs/import.md says how the CSV is written. Typed again, it goes on where it ended and makes nothing twice.',
  takes: { folder: named('a folder or zip that contains a CSV') },
  options: {
    member: { ...member, value: 'NAME' },
    publish: flag('publish each draft immediately'),
  },
  run: async (site, { folder, member: who, publish }) => {
    const { id: ownerId } = await findMember(site.db, who)
    const source = await openSource(folder, site.config)
    try {
      const table = await readImport(source, importedDrafts)
      // Logged in advance, as even an interrupted import creates data.
      const act = publish ? 'zines imported' : 'drafts imported'
      await noteAct(site.db, { actor: site.actor, act, member_id: ownerId, subject: `member ${ownerId}` })
      return answerOf(table, await importAll({ site, source, ownerId, publish }, table))
    } finally {
      await source.close()
    }
  },
})

async function openSource(path: string, config: Site['config']): Promise<Source> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw refuse('not_found', `${path} does not exist.`)
  return found.isDirectory() ? openFolder(path) : openZip(path, { config, mostBytes: largestFile(config) })
}

type Run = { site: Site; source: Source; ownerId: string; publish: boolean }
type Told = Omit<RowReport, 'outcome' | 'draftId'> & { outcome: RowReport['outcome'] | 'published' }
type Done = { reports: Told[]; stopped?: string }

/** Imports row by row. An error that affects all remaining rows ends the import. */
async function importAll(run: Run, { rows }: ImportTable): Promise<Done> {
  const deps = await importDeps(run.site)
  const reports: Told[] = []
  for (const row of rows) {
    try {
      const report = await published(run, await reportRow(deps, { ...run, row }))
      reports.push(report)
      run.site.note(`row ${report.row} of ${rows.at(-1)?.number}: ${report.outcome} ${report.says ?? ''}`)
    } catch (error) {
      return { reports, stopped: `It ended at row ${row.number}: ${sentenceOf(error as Error)}` }
    }
  }
  return { reports }
}

/** Shows operators the actual error. */
function sentenceOf(error: Error) {
  const { code, message } = asRefusal(error as Parameters<typeof asRefusal>[0])
  return code === 'internal' ? error.message : message
}

async function published({ site, ownerId, publish }: Run, report: RowReport): Promise<Told> {
  const { draftId, ...told } = report
  if (!publish || !draftId || !(await isDraft(site, draftId))) return told
  const publication = { mostPages: site.config.longZinePages }
  try {
    await asPublisher(site, ownerId, (tx) => publishDraft(tx, { ownerId, draftId }, publication))
    return { ...told, outcome: 'published' }
  } catch (error) {
    if (!isOfRow(error)) throw error
    return { ...told, outcome: 'refused', says: error.message }
  }
}

const isDraft = async ({ db }: Site, id: string) =>
  (await db.selectFrom('drafts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Operators have no member quota, but the free disk space applies. */
async function importDeps({ config, db, note }: Site): Promise<ImportDeps> {
  const space = openFreeSpace(config)
  return {
    ...{ config, db, mostDrafts: importedDrafts, times: readingTimes },
    storage: await openStorage(config),
    queue: createDecoderQueue({ atOnce: 1 }),
    limits: { ...config, ...decodeTimes },
    log: { warn: (_details, message) => note(message) },
    async assertRoom(_ownerId, byteSize) {
      if (!config.s3 && (await space.measure()) < byteSize) throw storageFull()
    },
  }
}

function answerOf({ note }: ImportTable, { reports, stopped }: Done) {
  const count = (outcome: Told['outcome']) => reports.filter((row) => row.outcome === outcome).length
  const refused = count('refused')
  const isNew = count('made') + count('published') > 0
  return {
    outcome: isNew ? ('done' as const) : ('already' as const),
    facts: { made: count('made'), published: count('published'), already: count('already'), refused },
    rows: reports,
    ...((stopped || note) && {
      says: [note, stopped && `${stopped} Run the command again to continue.`].filter(Boolean).join(' '),
    }),
    isFine: refused === 0 && stopped === undefined,
  }
}
