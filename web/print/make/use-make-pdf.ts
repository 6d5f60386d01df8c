import { useEffect, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { makePdf, NotFetched, PageFailed } from '../pdf/make-pdf.ts'
import type { MadeFile, PrintJob } from '../pdf/print-job.ts'

export type Made = Pick<MadeFile, 'name'> & { address: string; bytes: number }
type Making =
  | { is: 'idle' }
  | { is: 'making'; page: number }
  | { is: 'made'; files: Made[] }
  | { is: 'failed'; sentence: string }

/** Making PDFs, one attempt at a time; it ends with the component. */
export function useMakePdf(zine: { id: string; pages: number }, job: PrintJob) {
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

/** A PDF is kept in memory as long as it has an address. */
function useAddresses(making: Making) {
  useEffect(() => {
    if (making.is !== 'made') return
    return () => {
      for (const { address } of making.files) URL.revokeObjectURL(address)
    }
  }, [making])
}

/** Why there is no PDF. */
function makeSentence(error: unknown) {
  if (error instanceof NotFetched) return 'What makes PDFs did not arrive. Check the connection.'
  if (!(error instanceof PageFailed)) return 'The PDF could not be made in this browser.'
  const { page, cause } = error
  if (cause instanceof ApiError && cause.status === 404)
    return `Page ${page} is not there any more. The zine was changed or deleted.`
  if (cause instanceof ApiError) return sentenceOf(cause, `Page ${page} could not be read.`)
  // What fetch says when nobody answers, and what an end of patience is.
  if (cause instanceof TypeError || cause instanceof DOMException)
    return `Page ${page} did not arrive. Check the connection.`
  return `Page ${page} cannot be put into a PDF by this browser.`
}
