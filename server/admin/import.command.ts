import { stat } from 'node:fs/promises'
import { importedDrafts } from '#contract/limits.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import { asPublisher } from '#server/auth/sign-ups/may-publish.ts'
import { readingTimeouts } from '#server/documents/documents.ts'
import { publishDraft } from '#server/drafts/publish-draft.ts'
import { apiError, storageFull, toApiError } from '#server/http/errors.ts'
import { openFreeSpace } from '#server/http/free-space.ts'
import { openFolder } from '#server/import/folder-source.ts'
import { maxFileBytes } from '#server/import/import-files.ts'
import { type ImportTable, type RowReport, readImportTable, reportRow } from '#server/import/import-row.ts'
import type { ImportDeps } from '#server/import/make-pages.ts'
import { isRowError, toEnglish } from '#server/import/row-errors.ts'
import type { Source } from '#server/import/source.ts'
import { openZip } from '#server/import/zip-source.ts'
import { decodeCpuLimits } from '#server/media/decode/decode-task.ts'
import { createDecoderQueue } from '#server/media/decoder-queue.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { command, flag, member, type Site, textParameter } from './command.ts'
import { findMember } from './members.queries.ts'

export const importCommand = command({
  name: 'import',
  summary: 'Creates drafts from a folder or zip of images, PDFs and videos, described by a CSV.',
  details: 'docs/import.md describes the CSV. Repeat the command to continue where it ended; it creates no duplicates.',
  positionals: { folder: textParameter('a folder or zip that contains a CSV') },
  options: {
    member: { ...member, value: 'NAME' },
    publish: flag('publish each draft immediately'),
  },
  run: async (site, { folder, member: memberName, publish }) => {
    const { id: ownerId } = await findMember(site.db, memberName)
    const source = await openSource(folder, site.config)
    try {
      const table = await readImportTable(source, importedDrafts)
      // Logged in advance, as even an interrupted import creates data.
      const act = publish ? 'zines imported' : 'drafts imported'
      await recordAction(site.db, {
        actor: site.actor,
        act,
        member_id: ownerId,
        subject: `member ${ownerId}`,
      })
      return toResult(table, await importAll({ site, source, ownerId, publish }, table))
    } finally {
      await source.close()
    }
  },
})

async function openSource(path: string, config: Site['config']): Promise<Source> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw apiError('not_found', `${path} does not exist.`)
  return stats.isDirectory() ? openFolder(path) : openZip(path, { config, maxFileBytes: maxFileBytes(config) })
}

type ImportRun = { site: Site; source: Source; ownerId: string; publish: boolean }
type ReportedRow = Pick<RowReport, 'row' | 'title'> & {
  outcome: RowReport['outcome'] | 'published'
  message: string | undefined
}
type ImportResult = { reports: ReportedRow[]; stopped?: string }

/** Imports row by row. An error that affects all remaining rows ends the import. */
async function importAll(importRun: ImportRun, { rows }: ImportTable): Promise<ImportResult> {
  const deps = await importDeps(importRun.site)
  const reports: ReportedRow[] = []
  for (const row of rows) {
    try {
      const report = await publishIfAsked(importRun, await reportRow(deps, { ...importRun, row }))
      reports.push(report)
      importRun.site.reportProgress(
        `row ${report.row} of ${rows.at(-1)?.number}: ${report.outcome} ${report.message ?? ''}`,
      )
    } catch (error) {
      return { reports, stopped: `It ended at row ${row.number}: ${errorMessage(error as Error)}` }
    }
  }
  return { reports }
}

/** Shows operators the actual error. */
function errorMessage(error: Error) {
  const { code, message } = toApiError(error as Parameters<typeof toApiError>[0])
  return code === 'internal' ? error.message : message
}

async function publishIfAsked({ site, ownerId, publish }: ImportRun, report: RowReport): Promise<ReportedRow> {
  const { draftId, message, ...row } = report
  const reported = { ...row, message: message && toEnglish(message) }
  if (!publish || !draftId || !(await isDraft(site, draftId))) return reported
  const publication = { maxPages: site.config.longZinePages }
  try {
    await asPublisher(site, ownerId, (tx) => publishDraft(tx, { ownerId, draftId }, publication))
    return { ...reported, outcome: 'published' }
  } catch (error) {
    if (!isRowError(error)) throw error
    return { ...reported, outcome: 'refused', message: error.message }
  }
}

const isDraft = async ({ db }: Site, id: string) =>
  (await db.selectFrom('drafts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Operators have no member quota, but the free disk space applies. */
async function importDeps({ config, db, reportProgress }: Site): Promise<ImportDeps> {
  const space = openFreeSpace(config)
  return {
    config,
    db,
    maxDrafts: importedDrafts,
    quotaMb: Number.POSITIVE_INFINITY,
    times: readingTimeouts,
    storage: await openStorage(config),
    queue: createDecoderQueue({ concurrency: 1 }),
    limits: { ...config, ...decodeCpuLimits },
    log: { warn: (_details, message) => reportProgress(message) },
    async assertSpace(_ownerId, byteSize) {
      if (!config.s3 && (await space.measure()) < byteSize) throw storageFull()
    },
  }
}

function toResult({ note }: ImportTable, { reports, stopped }: ImportResult) {
  const count = (outcome: ReportedRow['outcome']) => reports.filter((row) => row.outcome === outcome).length
  const rejected = count('refused')
  const isNew = count('created') + count('published') > 0
  return {
    outcome: isNew ? ('done' as const) : ('already' as const),
    fields: {
      created: count('created'),
      published: count('published'),
      existing: count('existing'),
      refused: rejected,
    },
    rows: reports,
    ...((stopped || note) && {
      says: [note && toEnglish(note), stopped && `${stopped} Run the command again to continue.`]
        .filter(Boolean)
        .join(' '),
    }),
    passed: rejected === 0 && stopped === undefined,
  }
}
