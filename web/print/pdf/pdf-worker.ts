import { readPicture } from './embed-picture.ts'
import { testSheets } from './test-sheets.ts'
import type { MadeFile, PrintJob } from './write-pdf.ts'
import { addPicture, type OpenPdf, openPdfs, savedPdf } from './write-pdf.ts'

export type Asked =
  | { ask: 'begin'; job: PrintJob }
  | { ask: 'picture'; page: number; bytes: ArrayBuffer }
  | { ask: 'finish' }
export type Answered = { files: MadeFile[] } | { error: string }

let work: { job: PrintJob; pdfs: OpenPdf[] } | undefined

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answer(data).then(
    (files) => postMessage({ files } satisfies Answered),
    (error: unknown) => postMessage({ error: String(error) } satisfies Answered),
  )
})

async function answer(asked: Asked): Promise<MadeFile[]> {
  if (asked.ask === 'begin') {
    work = { job: asked.job, pdfs: await openPdfs(asked.job) }
    return []
  }
  if (!work) throw new Error('Nothing was begun')
  if (asked.ask === 'finish') return finish(work)
  const picture = await readPicture(new Uint8Array(asked.bytes))
  await addPicture(work.pdfs, work.job, asked.page, picture)
  return []
}

async function finish({ job, pdfs }: NonNullable<typeof work>): Promise<MadeFile[]> {
  const files = job.withTest ? await testSheets(job) : []
  for (const { file, document } of pdfs) files.push({ name: file.name, pdf: await savedPdf(document) })
  work = undefined
  return files
}
