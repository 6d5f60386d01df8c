import { useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Announce } from '#web/ui/announce.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { makePdf } from '../pdf/make-pdf.ts'
import type { PdfFile, PrintJob } from '../pdf/write-pdf.ts'
import type { PrintPlan } from '../print-plan.ts'
import { type MadeFile, MadeFiles } from './made-files.tsx'
import css from './make.module.css'
import { pdfErrorMessage } from './pdf-error-message.ts'
import { testTexts } from './test-texts.ts'

type Generation =
  | { status: 'idle' }
  | { status: 'making'; page: number }
  | { status: 'made'; files: MadeFile[] }
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
      const onPage = (page: number) => update({ status: 'making', page })
      const files = await makePdf({ pictures, job, texts: testTexts(), signal, onPage })
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

const withObjectUrl = ({ name, pdf }: PdfFile): MadeFile => ({
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

type MakePdfPanelProps = {
  title: string
  /** The addresses of the print pictures. */
  pictures: readonly string[]
  plan: PrintPlan
  /** Reloads the zine, which may have changed or been deleted. */
  onReload: () => Promise<unknown>
}

export function MakePdfPanel({ title, pictures, plan, onReload }: MakePdfPanelProps) {
  const { t } = useLingui()
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
  const nextButton = useFocusOnNext(generation)
  return (
    <section className={css.make} aria-label="PDF">
      <Problem>{generation.status === 'failed' && generation.message}</Problem>
      {generation.status === 'made' ? (
        <MadeFiles files={generation.files} title={title} firstButton={nextButton} />
      ) : (
        <div className={css.actions}>
          <Button ref={nextButton} aria-disabled={isBusy} onClick={press}>
            {isBusy ? t`Preparing the PDF…` : generation.status === 'failed' ? t`Try again` : t`Prepare the PDF`}
          </Button>
          {generation.status === 'making' && <Button look="quiet" onClick={cancel}>{t`Cancel`}</Button>}
        </div>
      )}
      {generation.status === 'making' && <Progress page={generation.page} pages={pages} />}
      <Announce>
        {generation.status === 'making' && t`Preparing the PDF.`}
        {generation.status === 'made' && t`The PDF is ready.`}
      </Announce>
    </section>
  )
}

/** Moves focus on when the button that had it disappears. */
function useFocusOnNext({ status }: Generation) {
  const nextButton = useRef<HTMLButtonElement>(null)
  const wasMaking = useRef(false)
  useLayoutEffect(() => {
    if (wasMaking.current && document.activeElement === document.body) nextButton.current?.focus()
    wasMaking.current = status === 'making'
  }, [status])
  return nextButton
}

const Progress = ({ page, pages }: { page: number; pages: number }) => {
  const { t } = useLingui()
  return (
    <div className={css.progress}>
      <progress className="sr" aria-label={t`Pages read`} max={pages} value={page} />
      <p className="meta">{page === 0 ? t`Getting ready` : t`Page ${page} of ${pages}`}</p>
      <div className={css.boxes} aria-hidden="true">
        {Array.from({ length: pages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are identical
          <i key={index} data-done={index < page || undefined} />
        ))}
      </div>
    </div>
  )
}
