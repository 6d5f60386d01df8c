import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DraftDocument } from '#contract/documents.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import check from '#web/ui/forms/check.module.css'
import { changeContent, type LayoutSession } from '../session/use-layout.ts'
import { isSheetShaped, pagesPerSheet } from '../sheet/sheet-cells.ts'
import { SplitSheetButton } from '../sheet/split-sheet-button.tsx'
import { useShownOffer } from '../sheet/use-shown-offer.ts'
import type { Sending } from '../table/use-sending.ts'
import { countEditedPages } from './insert-pdf-pages.ts'
import css from './pdf-panel.module.css'
import { type Pdfs, type Split, useSplitPdf } from './use-pdfs.ts'

type Props = { session: LayoutSession; pdfs: Pdfs; sending: Sending; pdf: DraftDocument }

const choices: { spread: Split['spread']; label: MessageDescriptor }[] = [
  { spread: 'in_order', label: msg`Split in this order` },
  { spread: 'booklet', label: msg`Split as a booklet (8|1, 2|7…)` },
  { spread: 'single', label: msg`Keep as they are` },
]

const singlePageOptions = [
  { key: 'coverAlone', name: msg`The cover is a single page` },
  { key: 'backAlone', name: msg`The back cover is a single page` },
] as const

/** `isNew`: the PDF was added since the table was opened. */
export function SplitChoice({ isNew, ...props }: Props & { isNew: boolean }) {
  const { t } = useLingui()
  const { pdf } = props
  const [isOpen, setOpen] = useState(pdf.spread !== 'single')
  if (pdf.pages.length === 0 && pdf.spread === 'single' && !pdf.looksLikeSpreads) return null
  if (pdf.looksLikeSpreads) return <Spreads {...props} isNew={isNew} />
  return (
    <details className={css.split} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`Two pages on each sheet?`}</summary>
      <Choices {...props} />
    </details>
  )
}

function Spreads({ isNew, ...props }: Props & { isNew: boolean }) {
  const { t } = useLingui()
  const offer = useShownOffer<HTMLFieldSetElement>(isNew)
  return (
    <fieldset ref={offer} className={css.split} tabIndex={-1}>
      <legend>
        <strong>{t`These look like two pages side by side.`}</strong>
      </legend>
      <Choices {...props} />
    </fieldset>
  )
}

function Choices({ session, pdfs, sending, pdf }: Props) {
  const { t } = useLingui()
  const direction = useEditorState(session, ({ text }) => text.readingDirection)
  const [singlePages, setSinglePages] = useState({ coverAlone: pdf.coverAlone, backAlone: pdf.backAlone })
  const [pendingSplit, setPendingSplit] = useState<Split>()
  const split = useSplitPdf({ session, pdfs, pdf })
  const editedCount = useEditorState(session, ({ text }) => countEditedPages(text, pdf))
  const choose = (spread: Split['spread']) => {
    const options = { spread, direction, ...singlePages }
    if (editedCount > 0) setPendingSplit(options)
    else void split(options)
  }
  return (
    <>
      {singlePageOptions.map(({ key, name }) => (
        <label key={key}>
          <input
            type="checkbox"
            className={check.check}
            checked={singlePages[key]}
            onChange={(event) => setSinglePages({ ...singlePages, [key]: event.target.checked })}
          />
          {t(name)}
        </label>
      ))}
      <div className={css.choices}>
        {choices.map(({ spread, label }) => (
          <Button
            key={spread}
            look="second"
            size="small"
            aria-pressed={pdf.spread === spread}
            onClick={() => choose(spread)}
          >
            {t(label)}
          </Button>
        ))}
        {pdf.spread === 'single' && <SplitSheet session={session} pdfs={pdfs} sending={sending} pdf={pdf} />}
      </div>
      <p className="meta">
        {direction === 'rtl'
          ? t`Read from right to left, as set for the zine.`
          : t`Read from left to right, as set for the zine.`}
      </p>
      {pendingSplit && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setPendingSplit(undefined)}
          title={t`Read the PDF again?`}
          message={t`${plural(editedCount, {
            one: 'You added text to # page of this PDF. Reading the PDF again replaces its pages and deletes that text.',
            other:
              'You added text to # pages of this PDF. Reading the PDF again replaces its pages and deletes that text.',
          })}`}
          confirmLabel={t`Read it again`}
          onConfirm={async () => {
            await split(pendingSplit)
            setPendingSplit(undefined)
          }}
        />
      )}
    </>
  )
}

/** The first page of the PDF is the sheet. Its other side is the next one. */
function SplitSheet({ session, pdfs: { maxPages }, sending, pdf }: Props) {
  const { t } = useLingui()
  const content = useEditorState(session, ({ text }) => text)
  const { pages } = content
  const pageIndex = pages.findIndex(({ url }) => pdf.pages.some((page) => page.url === url))
  const page = pages[pageIndex]
  if (!page || !isSheetShaped(page) || maxPages < pagesPerSheet) return null
  return (
    <SplitSheetButton
      pages={pages}
      pageIndex={pageIndex}
      maxPages={maxPages}
      sending={sending}
      look="second"
      busy={sending.pages.length > 0}
      direction={content.readingDirection}
      onChange={(change) => changeContent(session, change)}
    >{t`One sheet, eight pages`}</SplitSheetButton>
  )
}
