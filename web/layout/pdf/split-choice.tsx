import { useState } from 'react'
import type { DraftDocument } from '#contract/documents.ts'
import { useEditorState } from '#web/editor/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import check from '#web/ui/forms/check.module.css'
import { formatCount } from '#web/ui/number.ts'
import type { LayoutSession } from '../session/use-layout.ts'
import { countEditedPages } from './insert-pdf-pages.ts'
import css from './pdf-panel.module.css'
import { type Pdfs, type Split, useSplitPdf } from './use-pdfs.ts'

type Props = { session: LayoutSession; pdfs: Pdfs; pdf: DraftDocument }

const choices: { spread: Split['spread']; label: string }[] = [
  { spread: 'in_order', label: 'Split, already in order' },
  { spread: 'booklet', label: 'Split a booklet (8|1, 2|7 …)' },
  { spread: 'single', label: 'Keep as they are' },
]

const singlePageOptions = [
  { key: 'coverAlone', name: 'The cover is a single page' },
  { key: 'backAlone', name: 'The back cover is a single page' },
] as const

export function SplitChoice({ session, pdfs, pdf }: Props) {
  const [isOpen, setOpen] = useState(pdf.spread !== 'single')
  if (pdf.pages.length === 0 && pdf.spread === 'single' && !pdf.looksLikeSpreads) return null
  if (pdf.looksLikeSpreads) {
    return (
      <fieldset className={css.split}>
        <legend>
          <strong>These look like two pages side by side.</strong>
        </legend>
        <Choices {...{ session, pdfs, pdf }} />
      </fieldset>
    )
  }
  return (
    <details className={css.split} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Two pages on each sheet?</summary>
      <Choices {...{ session, pdfs, pdf }} />
    </details>
  )
}

function Choices({ session, pdfs, pdf }: Props) {
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
          {name}
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
            {label}
          </Button>
        ))}
      </div>
      <p className="meta">Read from {direction === 'rtl' ? 'right to left' : 'left to right'}, as set for the zine.</p>
      {pendingSplit && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setPendingSplit(undefined)}
          title="Read the PDF again?"
          message={`You added text to ${formatCount(editedCount, 'page')} of this PDF. Reading the PDF again replaces its pages and deletes that text.`}
          confirmLabel="Read it again"
          onConfirm={async () => {
            await split(pendingSplit)
            setPendingSplit(undefined)
          }}
        />
      )}
    </>
  )
}
