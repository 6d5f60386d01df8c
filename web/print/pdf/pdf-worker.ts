import { readPicture } from './embed-picture.ts'
import { type TestTexts, testSheets } from './test-sheets.ts'
import { answerCalls } from './worker-calls.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'
import { addPicture, type OpenPdf, openPdfs, toPdfBlob } from './write-pdf.ts'

export type WorkerRequest =
  | { type: 'begin'; job: PrintJob; texts: TestTexts }
  | { type: 'picture'; page: number; bytes: ArrayBuffer }
  | { type: 'finish' }

let current: { job: PrintJob; texts: TestTexts; pdfs: OpenPdf[] } | undefined

answerCalls(handle)

async function handle(request: WorkerRequest): Promise<PdfFile[]> {
  if (request.type === 'begin') {
    current = { job: request.job, texts: request.texts, pdfs: await openPdfs(request.job) }
    return []
  }
  if (!current) throw new Error('Nothing was begun')
  if (request.type === 'finish') return finish(current)
  const picture = await readPicture(new Uint8Array(request.bytes))
  await addPicture(current.pdfs, current.job, request.page, picture)
  return []
}

async function finish({ job, texts, pdfs }: NonNullable<typeof current>): Promise<PdfFile[]> {
  const files = job.withTest ? await testSheets(job, texts) : []
  for (const { file, document } of pdfs) files.push({ name: file.name, pdf: await toPdfBlob(document) })
  current = undefined
  return files
}
