import { useEffect, useRef, useState } from 'react'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { makePdf, PageReadError, WorkerLoadError } from '../pdf/make-pdf.ts'
import type { PdfFile, PrintJob } from '../pdf/write-pdf.ts'
import type { PrintPlan } from '../print-plan.ts'
import css from './make.module.css'

type DownloadableFile = Pick<PdfFile, 'name'> & { address: string; bytes: number }
type Generation =
  | { status: 'idle' }
  | { status: 'making'; page: number }
  | { status: 'made'; files: DownloadableFile[] }
  | { status: 'failed'; message: string }

/** Runs one attempt at a time. Unmounting aborts it. */
function useMakePdf(pictures: readonly string[], job: PrintJob) {
  const [generation, setGeneration] = useState<Generation>({ status: 'idle' })
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])
  useRevokedUrls(generation)
  const make = async () => {
    attempt.current?.abort()
    attempt.current = new AbortController()
    const { signal } = attempt.current
    const update = (next: Generation) => signal.aborted || setGeneration(next)
    update({ status: 'making', page: 0 })
    try {
      const files = await makePdf({ pictures, job, signal, onPage: (page) => update({ status: 'making', page }) })
      if (!signal.aborted) setGeneration({ status: 'made', files: files.map(withObjectUrl) })
    } catch (error) {
      update({ status: 'failed', message: pdfErrorMessage(error) })
    }
  }
  const cancel = () => {
    attempt.current?.abort()
    setGeneration({ status: 'idle' })
  }
  return { making: generation, make, cancel }
}

const withObjectUrl = ({ name, pdf }: PdfFile): DownloadableFile => ({
  name,
  address: URL.createObjectURL(pdf),
  bytes: pdf.size,
})

/** Revokes object URLs, which otherwise keep their PDF in memory. */
function useRevokedUrls(generation: Generation) {
  useEffect(() => {
    if (generation.status !== 'made') return
    return () => {
      for (const { address } of generation.files) URL.revokeObjectURL(address)
    }
  }, [generation])
}

function pdfErrorMessage(error: unknown) {
  if (error instanceof WorkerLoadError) return 'The PDF maker could not be loaded. Check the connection.'
  if (!(error instanceof PageReadError)) return 'The PDF could not be made in this browser.'
  const { page, cause } = error
  if (cause instanceof ApiError && cause.status === 404)
    return `Page ${page} no longer exists. The zine was changed or deleted.`
  if (cause instanceof ApiError) return getUserMessage(cause, `Page ${page} could not be read.`)
  // The request failed or timed out.
  if (cause instanceof TypeError || cause instanceof DOMException)
    return `Page ${page} could not be downloaded. Check the connection.`
  return `This browser can’t put page ${page} into a PDF.`
}

type MakePdfPanelProps = {
  title: string
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  plan: PrintPlan
  /** Reloads the zine, which may have changed or been deleted. */
  onReload: () => Promise<unknown>
}

export function MakePdfPanel({ title, pictures, plan, onReload }: MakePdfPanelProps) {
  const { pages } = plan
  const { making: generation, make, cancel } = useMakePdf(pictures, plan.job)
  const [isReloading, setReloading] = useState(false)
  const isBusy = generation.status === 'making' || isReloading
  const reloadAndMake = async () => {
    setReloading(true)
    await onReload()
    setReloading(false)
    await make()
  }
  const press = () => {
    if (!isBusy) void (generation.status === 'failed' ? reloadAndMake() : make())
  }
  return (
    <section className={css.make} aria-label="PDF">
      <Problem>{generation.status === 'failed' && generation.message}</Problem>
      {generation.status === 'made' && <DownloadLinks files={generation.files} title={title} />}
      <div className={css.actions}>
        <Button look={generation.status === 'made' ? 'second' : 'first'} aria-disabled={isBusy} onClick={press}>
          {isBusy ? 'Making the PDF...' : labels[generation.status]}
        </Button>
        {generation.status === 'making' && (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {generation.status === 'making' && <Progress page={generation.page} pages={pages} />}
      <Announce>
        {generation.status === 'making' && 'Making the PDF.'}
        {generation.status === 'made' && 'The PDF is ready.'}
      </Announce>
    </section>
  )
}

const labels = { idle: 'Make the PDF', making: 'Making the PDF...', failed: 'Try again', made: 'Make it again' }

const Progress = ({ page, pages }: { page: number; pages: number }) => (
  <div className={css.progress}>
    <progress className="sr" aria-label="Pages read" max={pages} value={page} />
    <p className="meta">{page === 0 ? 'Getting ready' : `Page ${page} of ${pages}`}</p>
    <div className={css.boxes} aria-hidden="true">
      {Array.from({ length: pages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are identical
        <i key={index} data-done={index < page || undefined} />
      ))}
    </div>
  </div>
)

const saveLabels: Record<PdfFile['name'], string> = {
  zine: 'Save the PDF',
  'test-fronts': 'Save the test: fronts',
  'test-backs': 'Save the test: backs',
  fronts: 'Save the fronts',
  backs: 'Save the backs',
}

const DownloadLinks = ({ files, title }: { files: DownloadableFile[]; title: string }) => (
  <ul className={css.files}>
    {files.map(({ name, address, bytes }) => (
      <li key={name}>
        <a className={buttonClass({})} href={address} download={fileName(title, name)}>
          {saveLabels[name]}
        </a>
        <span className="meta">{formatMegabytes(bytes)}</span>
      </li>
    ))}
  </ul>
)

const formatMegabytes = (bytes: number) => `${Math.max(0.1, bytes / 1024 ** 2).toFixed(1)} MB`

const suffixes: Record<PdfFile['name'], string> = {
  zine: '',
  fronts: ' - 1 fronts',
  backs: ' - 2 backs',
  'test-fronts': ' - test 1 fronts',
  'test-backs': ' - test 2 backs',
}
const maxNameLength = 80

export function fileName(title: string, name: PdfFile['name']) {
  const cleaned = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const shortened = [...cleaned]
    .slice(0, maxNameLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${shortened || 'zine'}${suffixes[name]}.pdf`
}
