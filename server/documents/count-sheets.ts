import { refuse } from '#server/http/errors.ts'
import { type Document, keptPdfOf, splitOf } from './documents.queries.ts'
import { damagedPdf, lockedPdf, pdfTooMuch, type ReadingDeps, tooManyPages } from './documents.ts'
import type { DrawingDeps } from './draw-part.ts'
import type { PdfAnswer } from './read-pdf/pdf-answer.ts'
import { lockReading, noteCount } from './reading.queries.ts'
import { runPdfReader } from './run-pdf-reader.ts'
import { guessSpreads, partsInOrder } from './spreads.ts'

export type Reading = { document: Document; ms: number }

export async function countSheets(deps: ReadingDeps, { document, ms }: Reading) {
  const most = deps.config.longZinePages
  const began = performance.now()
  const from = await deps.pdfs.pathOf(keptPdfOf(document))
  const { sheets, boxes } = await countPdf(deps, { from, ms, most })
  const { looksLikeSpreads, ...guess } = guessSpreads(boxes)
  return deps.db.transaction().execute(async (tx) => {
    const split = splitOf(await lockReading(tx, document))
    const wished = split.spread === 'single' ? { ...split, ...guess } : split
    const pages = partsInOrder(sheets, wished).length
    if (pages > most) throw refuse('media_refused', tooManyPages(pages, most))
    const counted = { sheets, pages, looksLikeSpreads, split: wished }
    return noteCount(tx, document.id, { ...counted, ms: Math.ceil(performance.now() - began) })
  })
}

type ToCount = { from: string; ms: number; most: number }

export async function countPdf({ log, stopping }: Pick<DrawingDeps, 'log' | 'stopping'>, toCount: ToCount) {
  const { from, ms, most } = toCount
  const answer = await runPdfReader({ from, task: { kind: 'count', most }, ms, log, stopping })
  const { pageCount: sheets, boxes } = countedOf(answer)
  if (sheets > most) throw refuse('media_refused', tooManyPages(sheets, most))
  return { sheets, boxes }
}

function countedOf(answer: PdfAnswer) {
  if ('counted' in answer) return answer.counted
  const isLocked = 'refused' in answer && answer.refused === 'locked'
  const isDamaged = 'refused' in answer && answer.refused === 'damaged'
  throw refuse('media_refused', isLocked ? lockedPdf : isDamaged ? damagedPdf : pdfTooMuch)
}
