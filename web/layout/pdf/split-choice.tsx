import { useState } from 'react'
import type { DraftDocument } from '#contract/documents.ts'
import { useEditorState } from '#web/editor/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import check from '#web/ui/forms/check.module.css'
import { counted } from '#web/ui/number.ts'
import type { LayoutSession } from '../session/use-layout.ts'
import css from './pdf-panel.module.css'
import { editedPages } from './place-pages.ts'
import { type Pdfs, type Split, useSplitPdf } from './use-pdfs.ts'

type Props = { session: LayoutSession; pdfs: Pdfs; pdf: DraftDocument }

const choices: { spread: Split['spread']; words: string }[] = [
  { spread: 'in_order', words: 'Split, already in order' },
  { spread: 'booklet', words: 'Split a booklet (8|1, 2|7 …)' },
  { spread: 'single', words: 'Keep as they are' },
]

const alones = [
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
  const [alone, setAlone] = useState({ coverAlone: pdf.coverAlone, backAlone: pdf.backAlone })
  const [asked, setAsked] = useState<Split>()
  const split = useSplitPdf({ session, pdfs, pdf })
  const edited = useEditorState(session, ({ text }) => editedPages(text, pdf))
  const choose = (spread: Split['spread']) => {
    const wish = { spread, direction, ...alone }
    if (edited > 0) setAsked(wish)
    else void split(wish)
  }
  return (
    <>
      {alones.map(({ key, name }) => (
        <label key={key}>
          <input
            type="checkbox"
            className={check.check}
            checked={alone[key]}
            onChange={(event) => setAlone({ ...alone, [key]: event.target.checked })}
          />
          {name}
        </label>
      ))}
      <div className={css.choices}>
        {choices.map(({ spread, words }) => (
          <Button
            key={spread}
            look="second"
            size="small"
            aria-pressed={pdf.spread === spread}
            onClick={() => choose(spread)}
          >
            {words}
          </Button>
        ))}
      </div>
      <p className="meta">
        Read from {direction === 'rtl' ? 'right to left' : 'left to right'}, as set for the zine.
      </p>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setAsked(undefined)}
          title="Read the PDF again?"
          sentence={`You added text to ${counted(edited, 'page')} of it. Reading it again replaces its pages and deletes that text.`}
          confirmLabel="Read it again"
          onConfirm={async () => {
            await split(asked)
            setAsked(undefined)
          }}
        />
      )}
    </>
  )
}
