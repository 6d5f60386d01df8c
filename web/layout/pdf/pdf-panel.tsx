import { msg, ph, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { DraftDocument } from '#contract/documents.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import ways from '#web/ui/controls/ways.module.css'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import type { LayoutSession } from '../session/use-layout.ts'
import type { Sending } from '../table/use-sending.ts'
import { hasPendingPages } from './insert-pdf-pages.ts'
import css from './pdf-panel.module.css'
import { SplitChoice } from './split-choice.tsx'
import { type Pdfs, useDismissPdf } from './use-pdfs.ts'

type Props = { session: LayoutSession; pdfs: Pdfs; sending: Sending }

export function PdfPanel({ session, pdfs, sending }: Props) {
  return (
    <>
      {pdfs.sending && <SendingPdf pdfs={pdfs} sending={pdfs.sending} />}
      {pdfs.pdfs.map((pdf) => (
        <PdfSection key={pdf.id} session={session} pdfs={pdfs} sending={sending} pdf={pdf} />
      ))}
    </>
  )
}

type SendingProps = { pdfs: Pdfs; sending: NonNullable<Pdfs['sending']> }

function SendingPdf({ pdfs, sending: { name, status, sent, problem } }: SendingProps) {
  const { t } = useLingui()
  // It was added further down on phones.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which React would take for a cleanup function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className={css.pdf} ref={box}>
      {problem ? (
        <p className="error" role="alert">
          {t`${name}: ${problem}`}
        </p>
      ) : (
        <>
          <p role="status">{status === 'paused' ? t`${name} is waiting for a connection` : t`Sending ${name}`}</p>
          <ProgressBar progress={sent} />
        </>
      )}
      <div className={ways.ways}>
        {problem && pdfs.canRetry && <Button look="second" size="small" onClick={pdfs.retry}>{t`Try again`}</Button>}
        <Button look="second" size="small" onClick={pdfs.cancel}>
          {problem ? t`Remove it` : t`Cancel`}
        </Button>
      </div>
    </div>
  )
}

type PdfSectionProps = Props & { pdf: DraftDocument }

function PdfSection({ session, pdfs, sending, pdf }: PdfSectionProps) {
  const { t } = useLingui()
  const dismiss = useDismissPdf(pdfs)
  const isUnderway = pdf.state === 'waiting' || pdf.state === 'reading'
  const [wasUnderway] = useState(isUnderway)
  const isFull = useEditorState(session, ({ text }) => hasPendingPages(text, pdf, pdfs.maxPages))
  return (
    <section className={css.pdf} aria-label={t`Your PDF`}>
      <p role="status">{t(progressLabel(pdf))}</p>
      {isUnderway && <ProgressBar progress={pdf.pageCount ? pdf.pagesDone / pdf.pageCount : 0} />}
      {pdf.refusal && <p className="error">{pdf.refusalTranslation ?? pdf.refusal}</p>}
      {pdf.pages.map(
        ({ number, refusal, refusalTranslation }, index) =>
          refusal && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet can come to two pages of one number
            <p key={`${number} ${index}`} className="error">
              {refusalTranslation ?? refusal}
            </p>
          ),
      )}
      {isFull && (
        <p className="error">
          {t`${plural(
            { maxPages: pdfs.maxPages },
            {
              one: 'A zine can have up to # page, and this PDF has more. Remove some to add the rest.',
              other: 'A zine can have up to # pages, and this PDF has more. Remove some to add the rest.',
            },
          )}`}
        </p>
      )}
      <SplitChoice session={session} pdfs={pdfs} sending={sending} pdf={pdf} isNew={wasUnderway} />
      <div className={ways.ways}>
        <Button look="second" size="small" onClick={() => void dismiss(pdf.id)}>
          {isUnderway ? t`Cancel` : t`Done with this PDF`}
        </Button>
        {!isUnderway && <span className="meta">{t`Its pages stay on the layout table.`}</span>}
      </div>
    </section>
  )
}

function progressLabel({ state, pageCount, pagesDone }: DraftDocument) {
  if (state === 'waiting') return msg`Your PDF is in the queue`
  if (state === 'refused') return msg`Your PDF could not be read`
  if (state === 'done')
    return msg`${plural({ count: pageCount ?? pagesDone }, { one: 'Your PDF: # page', other: 'Your PDF: # pages' })}`
  return pageCount
    ? msg`Page ${ph({ number: Math.min(pagesDone + 1, pageCount) })} of ${pageCount}`
    : msg`Opening your PDF`
}
