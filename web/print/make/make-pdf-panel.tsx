import { useEffect, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { makePdf, NotFetched, PageFailed } from '../pdf/make-pdf.ts'
import type { MadeFile, PrintJob } from '../pdf/write-pdf.ts'
import type { PrintPlan } from '../print-plan.ts'
import css from './make.module.css'

type Made = Pick<MadeFile, 'name'> & { address: string; bytes: number }
type Making =
  | { is: 'idle' }
  | { is: 'making'; page: number }
  | { is: 'made'; files: Made[] }
  | { is: 'failed'; sentence: string }

/** Runs one attempt at a time. Unmounting aborts it. */
function useMakePdf(zine: { id: string; pages: number }, job: PrintJob) {
  const [making, setMaking] = useState<Making>({ is: 'idle' })
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])
  useAddresses(making)
  const make = async () => {
    attempt.current?.abort()
    attempt.current = new AbortController()
    const { signal } = attempt.current
    const show = (next: Making) => signal.aborted || setMaking(next)
    show({ is: 'making', page: 0 })
    try {
      const files = await makePdf({ zine, job, signal, onPage: (page) => show({ is: 'making', page }) })
      if (!signal.aborted) setMaking({ is: 'made', files: files.map(addressed) })
    } catch (error) {
      show({ is: 'failed', sentence: makeSentence(error) })
    }
  }
  const cancel = () => {
    attempt.current?.abort()
    setMaking({ is: 'idle' })
  }
  return { making, make, cancel }
}

const addressed = ({ name, pdf }: MadeFile): Made => ({
  name,
  address: URL.createObjectURL(pdf),
  bytes: pdf.size,
})

/** Revokes object URLs, which otherwise keep their PDF in memory. */
function useAddresses(making: Making) {
  useEffect(() => {
    if (making.is !== 'made') return
    return () => {
      for (const { address } of making.files) URL.revokeObjectURL(address)
    }
  }, [making])
}

function makeSentence(error: unknown) {
  if (error instanceof NotFetched) return 'The PDF maker could not be loaded. Check the connection.'
  if (!(error instanceof PageFailed)) return 'The PDF could not be made in this browser.'
  const { page, cause } = error
  if (cause instanceof ApiError && cause.status === 404)
    return `Page ${page} no longer exists. The zine was changed or deleted.`
  if (cause instanceof ApiError) return sentenceOf(cause, `Page ${page} could not be read.`)
  // The request failed or timed out.
  if (cause instanceof TypeError || cause instanceof DOMException)
    return `Page ${page} could not be downloaded. Check the connection.`
  return `This browser can’t put page ${page} into a PDF.`
}

type MakePdfPanelProps = {
  zine: { id: string; title: string }
  plan: PrintPlan
  /** Reloads the zine, which may have changed or been deleted. */
  onReadAgain: () => Promise<unknown>
}

export function MakePdfPanel({ zine, plan, onReadAgain }: MakePdfPanelProps) {
  const { id, title } = zine
  const { pages } = plan
  const { making, make, cancel } = useMakePdf({ id, pages }, plan.job)
  const [isReading, setReading] = useState(false)
  const isBusy = making.is === 'making' || isReading
  const again = async () => {
    setReading(true)
    await onReadAgain()
    setReading(false)
    await make()
  }
  const press = () => {
    if (!isBusy) void (making.is === 'failed' ? again() : make())
  }
  return (
    <section className={css.make} aria-label="PDF">
      <Problem>{making.is === 'failed' && making.sentence}</Problem>
      {making.is === 'made' && <MadeFiles files={making.files} title={title} />}
      <div className={css.acts}>
        <Button look={making.is === 'made' ? 'second' : 'first'} aria-disabled={isBusy} onClick={press}>
          {isBusy ? 'Making the PDF…' : labels[making.is]}
        </Button>
        {making.is === 'making' && (
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {making.is === 'making' && <Progress page={making.page} pages={pages} />}
      <Announce>
        {making.is === 'making' && 'Making the PDF.'}
        {making.is === 'made' && 'The PDF is ready.'}
      </Announce>
    </section>
  )
}

const labels = { idle: 'Make the PDF', making: 'Making the PDF…', failed: 'Try again', made: 'Make it again' }

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

const saveWords: Record<MadeFile['name'], string> = {
  zine: 'Save the PDF',
  'test-fronts': 'Save the test: fronts',
  'test-backs': 'Save the test: backs',
  fronts: 'Save the fronts',
  backs: 'Save the backs',
}

const MadeFiles = ({ files, title }: { files: Made[]; title: string }) => (
  <ul className={css.files}>
    {files.map(({ name, address, bytes }) => (
      <li key={name}>
        <a className={buttonClass({})} href={address} download={fileName(title, name)}>
          {saveWords[name]}
        </a>
        <span className="meta">{inMegabytes(bytes)}</span>
      </li>
    ))}
  </ul>
)

const inMegabytes = (bytes: number) => `${Math.max(0.1, bytes / 1024 ** 2).toFixed(1)} MB`

const suffixes: Record<MadeFile['name'], string> = {
  zine: '',
  fronts: ' - 1 fronts',
  backs: ' - 2 backs',
  'test-fronts': ' - test 1 fronts',
  'test-backs': ' - test 2 backs',
}
const longest = 80

export function fileName(title: string, name: MadeFile['name']) {
  const plain = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...plain]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${short || 'zine'}${suffixes[name]}.pdf`
}
