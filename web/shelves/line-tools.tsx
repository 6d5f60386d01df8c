import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpToLine,
  Ellipsis,
  GripVertical,
  PencilLine,
  X,
} from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import type { Drag } from '#web/ui/use-drag.ts'
import { NotesDialog } from './notes-dialog.tsx'
import css from './shelf-page.module.css'
import type { useArranging } from './use-arranging.ts'

export type LineToolsProps = {
  shelf: Shelf
  item: ShelfItem
  index: number
  isLast: boolean
  arranging: Omit<ReturnType<typeof useArranging>, 'announcement'>
  drag: Drag
  rows: RefObject<HTMLElement | null>
}

export function LineTools(props: LineToolsProps) {
  const { t } = useLingui()
  const { shelf, item, index, arranging, drag } = props
  const [isEditingNotes, setEditingNotes] = useState(false)
  const title = item.zine?.title
  const hasNotes = item.note !== '' || !!item.privateNote
  return (
    <>
      <IconButton
        icon={GripVertical}
        className={css.handle}
        data-handle
        aria-label={title === undefined ? t`Move the withdrawn zine` : t`Move ${title}`}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Home End"
        title={t`Drag to move, or use the arrow keys`}
        onKeyDown={(event) => arranging.moveByKey(event, index)}
        {...drag.handle(index)}
      />
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            aria-label={title === undefined ? t`Menu of the withdrawn zine` : t`Menu of ${title}`}
          />
        }
      >
        <MenuItem icon={PencilLine} onSelect={() => setEditingNotes(true)}>
          {hasNotes ? t`Edit the notes` : t`Write a note`}
        </MenuItem>
        <StepItems {...props} />
        <MenuItem
          icon={ArrowUpToLine}
          onSelect={() => arranging.moveToEnd(index, 'beginning')}
        >{t`Move to the beginning`}</MenuItem>
        <MenuItem
          icon={ArrowDownToLine}
          onSelect={() => arranging.moveToEnd(index, 'end')}
        >{t`Move to the end`}</MenuItem>
        <MenuItem icon={X} onSelect={() => arranging.takeOff(index)}>{t`Remove from this shelf`}</MenuItem>
      </Menu>
      {isEditingNotes && <NotesDialog shelf={shelf} item={item} onClose={() => setEditingNotes(false)} />}
    </>
  )
}

function StepItems({ index, isLast, arranging, rows }: LineToolsProps) {
  const { t } = useLingui()
  const [{ back, on }] = useState(() => stepsIn(rows.current))
  return (
    <>
      <MenuItem icon={back.icon} disabled={index === 0} onSelect={() => arranging.move(index, index - 1)}>
        {t(back.name)}
      </MenuItem>
      <MenuItem icon={on.icon} disabled={isLast} onSelect={() => arranging.moveOn(index)}>
        {t(on.name)}
      </MenuItem>
    </>
  )
}

const up = { icon: ArrowUp, name: msg`Move up` }
const down = { icon: ArrowDown, name: msg`Move down` }
const left = msg`Move left`
const right = msg`Move right`

/** Where the previous and the next item are: beside an item in a grid, above and below it in one column. */
function stepsIn(list: HTMLElement | null) {
  const { gridTemplateColumns = '', direction = 'ltr' } = list ? getComputedStyle(list) : {}
  if (!gridTemplateColumns.includes(' ')) return { back: up, on: down }
  const [back, on] = direction === 'rtl' ? [right, left] : [left, right]
  return { back: { icon: ArrowLeft, name: back }, on: { icon: ArrowRight, name: on } }
}
