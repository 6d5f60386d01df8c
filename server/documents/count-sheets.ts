import { apiError } from '#server/http/errors.ts'
import { type Document, splitOf, storedPdfOf } from './documents.queries.ts'
import { damagedPdf, lockedPdf, pdfTooComplex, type ReadingDeps, tooManyPages } from './documents.ts'
import type { PdfResult } from './read-pdf/pdf-result.ts'
import { lockReading, saveCount } from './reading.queries.ts'
import type { RenderDeps } from './render-part.ts'
import { runPdfReader } from './run-pdf-reader.ts'
import { guessSpreads, partsInOrder } from './spreads.ts'

export type Reading = { document: Document; timeoutMs: number }

export async function countSheets(deps: ReadingDeps, { document, timeoutMs }: Reading) {
  const maxPages = deps.config.longZinePages
  const startedAt = performance.now()
  const from = await deps.pdfs.pathOf(storedPdfOf(document))
  const { sheets, boxes } = await countPdf(deps, { from, timeoutMs, maxPages })
  const { looksLikeSpreads, ...guess } = guessSpreads(boxes)
  return deps.db.transaction().execute(async (tx) => {
    const split = splitOf(await lockReading(tx, document))
    const effectiveSplit = split.spread === 'single' ? { ...split, ...guess } : split
    const pages = partsInOrder(sheets, effectiveSplit).length
    if (pages > maxPages) throw apiError('media_refused', tooManyPages(pages, maxPages))
    const counted = { sheets, pages, looksLikeSpreads, split: effectiveSplit }
    return saveCount(tx, document.id, { ...counted, elapsedMs: Math.ceil(performance.now() - startedAt) })
  })
}

type CountInput = { from: string; timeoutMs: number; maxPages: number }

export async function countPdf({ log, stopping }: Pick<RenderDeps, 'log' | 'stopping'>, input: CountInput) {
  const { from, timeoutMs, maxPages } = input
  const result = await runPdfReader({ from, task: { kind: 'count', maxPages }, timeoutMs, log, stopping })
  const { pageCount: sheets, boxes } = requireCount(result)
  if (sheets > maxPages) throw apiError('media_refused', tooManyPages(sheets, maxPages))
  return { sheets, boxes }
}

function requireCount(result: PdfResult) {
  if ('counted' in result) return result.counted
  const isLocked = 'refused' in result && result.refused === 'locked'
  const isDamaged = 'refused' in result && result.refused === 'damaged'
  throw apiError('media_refused', isLocked ? lockedPdf : isDamaged ? damagedPdf : pdfTooComplex)
}
