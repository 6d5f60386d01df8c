import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Ellipsis, GripVertical, PencilLine, X } from 'lucide-react'
import { useState } from 'react'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { NotesDialog } from './notes-dialog.tsx'
import css from './shelf-page.module.css'
import type { useArranging } from './use-arranging.ts'
import type { Drag } from './use-drag.ts'

export type LineToolsProps = {
  shelf: Shelf
  item: ShelfItem
  index: number
  isLast: boolean
  arranging: Omit<ReturnType<typeof useArranging>, 'announcement'>
  drag: Drag
}

export function LineTools({ shelf, item, index, isLast, arranging, drag }: LineToolsProps) {
  const [isEditingNotes, setEditingNotes] = useState(false)
  const title = item.zine?.title ?? 'the withdrawn zine'
  const hasNotes = item.note !== '' || !!item.privateNote
  return (
    <>
      <IconButton
        icon={GripVertical}
        className={css.handle}
        data-handle
        aria-label={`Move ${title}`}
        aria-keyshortcuts="ArrowUp ArrowDown Home End"
        title="Drag to move, or use the arrow keys"
        onKeyDown={(event) => drag.cancelByKey(event) || arranging.moveByKey(event, index)}
        {...drag.handle(index)}
      />
      <Menu trigger={<IconButton icon={Ellipsis} aria-label={`Menu of ${title}`} />}>
        <MenuItem icon={PencilLine} onSelect={() => setEditingNotes(true)}>
          {hasNotes ? 'Edit the notes' : 'Write a note'}
        </MenuItem>
        <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => arranging.move(index, index - 1)}>
          Move up
        </MenuItem>
        <MenuItem icon={ArrowDown} disabled={isLast} onSelect={() => arranging.moveDown(index)}>
          Move down
        </MenuItem>
        <MenuItem icon={ArrowUpToLine} onSelect={() => arranging.moveToEnd(index, 'beginning')}>
          Move to the beginning
        </MenuItem>
        <MenuItem icon={ArrowDownToLine} onSelect={() => arranging.moveToEnd(index, 'end')}>
          Move to the end
        </MenuItem>
        <MenuItem icon={X} onSelect={() => arranging.takeOff(index)}>
          Remove from this shelf
        </MenuItem>
      </Menu>
      {isEditingNotes && <NotesDialog {...{ shelf, item, title }} onClose={() => setEditingNotes(false)} />}
    </>
  )
}
