import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Ellipsis,
  GripVertical,
  PencilLine,
  X,
} from 'lucide-react'
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
  /** Nothing stands below it. */
  isLast: boolean
  arranging: Omit<ReturnType<typeof useArranging>, 'said'>
  drag: Drag
}

/** What its owner can do with what stands on a shelf: a handle that is dragged or moved with keys, and a menu. */
export function LineTools({ shelf, item, index, isLast, arranging, drag }: LineToolsProps) {
  const [isNoting, setNoting] = useState(false)
  const title = item.zine?.title ?? 'the withdrawn zine'
  const hasNotes = item.note !== '' || !!item.privateNote
  return (
    <>
      <IconButton
        className={css.handle}
        data-handle
        aria-label={`Move ${title}`}
        aria-keyshortcuts="ArrowUp ArrowDown Home End"
        title="Drag it, or move it with the arrow keys"
        onKeyDown={(event) => drag.cancelByKey(event) || arranging.moveByKey(event, index)}
        {...drag.handle(index)}
      >
        <GripVertical className="ico" aria-hidden="true" />
      </IconButton>
      <Menu
        trigger={
          <IconButton aria-label={`Menu of ${title}`}>
            <Ellipsis className="ico" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<PencilLine className="ico" aria-hidden="true" />} onSelect={() => setNoting(true)}>
          {hasNotes ? 'Edit the notes' : 'Write a note'}
        </MenuItem>
        <MenuItem
          icon={<ArrowUp className="ico" aria-hidden="true" />}
          disabled={index === 0}
          onSelect={() => arranging.move(index, index - 1)}
        >
          Move up
        </MenuItem>
        <MenuItem
          icon={<ArrowDown className="ico" aria-hidden="true" />}
          disabled={isLast}
          onSelect={() => arranging.moveDown(index)}
        >
          Move down
        </MenuItem>
        <MenuItem
          icon={<ArrowUpToLine className="ico" aria-hidden="true" />}
          onSelect={() => arranging.moveToEnd(index, 'beginning')}
        >
          Move to the beginning
        </MenuItem>
        <MenuItem
          icon={<ArrowDownToLine className="ico" aria-hidden="true" />}
          onSelect={() => arranging.moveToEnd(index, 'end')}
        >
          Move to the end
        </MenuItem>
        <MenuItem icon={<X className="ico" aria-hidden="true" />} onSelect={() => arranging.takeOff(index)}>
          Take off this shelf
        </MenuItem>
      </Menu>
      {isNoting && <NotesDialog {...{ shelf, item, title }} onClose={() => setNoting(false)} />}
    </>
  )
}
