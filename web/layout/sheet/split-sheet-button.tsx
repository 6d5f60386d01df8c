import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { type ContentChange, movePage, removePage, type ZineContent } from '../table/content.ts'
import type { Sending } from '../table/use-sending.ts'
import type { OtherSide, SplitSheet, SplitSheetProps } from './split-sheet-dialog.tsx'

export type SheetProps = {
  pages: ZineContent['pages']
  pageIndex: number
  direction: ZineContent['readingDirection']
  maxPages: number
  sending: Sending
  onChange: (change: ContentChange) => void
}

type Props = SheetProps & { look?: 'second'; busy: boolean; children: string }

/** Opens the dialog that cuts a page of the table into eight. */
export function SplitSheetButton({ look, busy, children, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const SplitSheetDialog = useLazyComponent<SplitSheetProps>(isOpen, loadDialog, close)
  const { pages, pageIndex, direction, maxPages, sending, onChange } = props
  const page = pages[pageIndex]
  if (!page) return null
  /** The first crop replaces the sheet, so that the sheet stays until it has arrived. */
  function split({ files: [first, ...others], otherSide }: SplitSheet) {
    close()
    if (!page || !first) return
    onChange(arrangeOtherSide(pageIndex, otherSide))
    sending.replace(page.id, first)
    sending.add(
      others,
      pages.slice(pageIndex + 1).map(({ id }) => id),
    )
  }
  return (
    <>
      <Button look={look} size="small" disabled={busy} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && SplitSheetDialog && (
        <SplitSheetDialog
          page={page}
          direction={direction}
          maxPages={maxPages}
          file={sending.fileOf(page.url)}
          next={pages[pageIndex + 1]}
          space={maxPages - pages.length - sending.pages.length}
          onClose={close}
          onSplit={split}
        />
      )}
    </>
  )
}

const loadDialog = async () => (await import('./split-sheet-dialog.tsx')).SplitSheetDialog

function arrangeOtherSide(sheetIndex: number, otherSide: OtherSide): ContentChange {
  if (otherSide === 'page') return (content) => content
  if (otherSide === 'removed') return removePage(sheetIndex + 1)
  return (content) => movePage(sheetIndex + 1, content.pages.length - 1)(content)
}
