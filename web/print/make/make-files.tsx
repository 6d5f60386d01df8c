import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Announce } from '#web/ui/announce.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import type { MakeOptions } from '../pdf/make-pdf.ts'
import css from './make.module.css'
import { pdfErrorMessage } from './pdf-error-message.ts'

type WithPdf = { pdf: Blob }

/** A file with its object URL. */
export type Made<File extends WithPdf> = Omit<File, 'pdf'> & { address: string; bytes: number }

type Generation<File extends WithPdf> =
  | { status: 'idle' }
  | { status: 'making'; page: number }
  | { status: 'made'; files: Made<File>[] }
  | { status: 'failed'; message: string }

type Make<File extends WithPdf> = (options: MakeOptions) => Promise<File[]>

/** Runs one attempt at a time. Unmounting aborts it. */
function useMaking<File extends WithPdf>(makeFiles: Make<File>) {
  const [generation, setGeneration] = useState<Generation<File>>({ status: 'idle' })
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])
  useRevokedUrls(generation)
  const make = async () => {
    attempt.current?.abort()
    attempt.current = new AbortController()
    const { signal } = attempt.current
    const update = (next: Generation<File>) => signal.aborted || setGeneration(next)
    update({ status: 'making', page: 0 })
    try {
      const files = await makeFiles({ signal, onPage: (page) => update({ status: 'making', page }) })
      if (!signal.aborted) setGeneration({ status: 'made', files: files.map(withObjectUrl) })
    } catch (error) {
      update({ status: 'failed', message: pdfErrorMessage(error) })
    }
  }
  const cancel = () => {
    attempt.current?.abort()
    setGeneration({ status: 'idle' })
  }
  return { generation, make, cancel }
}

const withObjectUrl = <File extends WithPdf>({ pdf, ...file }: File): Made<File> => ({
  ...file,
  address: URL.createObjectURL(pdf),
  bytes: pdf.size,
})

/** Revokes object URLs, which otherwise keep their PDF in memory. */
function useRevokedUrls<File extends WithPdf>(generation: Generation<File>) {
  useEffect(() => {
    if (generation.status !== 'made') return
    return () => {
      for (const { address } of generation.files) URL.revokeObjectURL(address)
    }
  }, [generation])
}

type MakeFilesProps<File extends WithPdf> = {
  name: string
  pages: number
  texts: Record<'start' | 'making' | 'announcement' | 'ready', string>
  make: Make<File>
  /** Reloads the zine, which may have changed or been deleted. */
  onReload: () => Promise<unknown>
  children: (files: Made<File>[], firstButton: RefObject<HTMLButtonElement | null>) => ReactNode
}

export function MakeFiles<File extends WithPdf>({ name, pages, texts, ...props }: MakeFilesProps<File>) {
  const { t } = useLingui()
  const { generation, make, cancel } = useMaking(props.make)
  const [isReloading, setReloading] = useState(false)
  const isBusy = generation.status === 'making' || isReloading
  const reloadAndMake = async () => {
    setReloading(true)
    await props.onReload()
    setReloading(false)
    await make()
  }
  const press = () => {
    if (!isBusy) void (generation.status === 'failed' ? reloadAndMake() : make())
  }
  const nextButton = useFocusOnNext(generation.status)
  return (
    <section className={css.make} aria-label={name}>
      <Problem>{generation.status === 'failed' && generation.message}</Problem>
      {generation.status === 'made' ? (
        props.children(generation.files, nextButton)
      ) : (
        <div className={css.actions}>
          <Button ref={nextButton} aria-disabled={isBusy} onClick={press}>
            {isBusy ? texts.making : generation.status === 'failed' ? t`Try again` : texts.start}
          </Button>
          {generation.status === 'making' && <Button look="quiet" onClick={cancel}>{t`Cancel`}</Button>}
        </div>
      )}
      {generation.status === 'making' && <Progress page={generation.page} pages={pages} />}
      <Announce>
        {generation.status === 'making' && texts.announcement}
        {generation.status === 'made' && texts.ready}
      </Announce>
    </section>
  )
}

/** Moves focus on when the button that had it disappears. */
function useFocusOnNext(status: Generation<WithPdf>['status']) {
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
