import { useLingui } from '@lingui/react/macro'
import { Bold, Heading, Italic } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { letterOf } from '#web/browser/letter-of.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Tooltip, TooltipGroup } from '#web/ui/controls/tooltip.tsx'
import { TextArea, type TextAreaProps } from '#web/ui/forms/field.tsx'
import css from './page-maker.module.css'
import { type Selected, toggleEmphasis, toggleSubheading } from './toggle-marks.ts'

type Toggle = (selected: Selected) => Selected

const toggleBold: Toggle = (selected) => toggleEmphasis(selected, '**')
const toggleItalic: Toggle = (selected) => toggleEmphasis(selected, '_')

const shortcuts: Record<string, Toggle> = { b: toggleBold, i: toggleItalic }

/** A text with buttons for the marks that pages print. */
export function MarkedTextArea({ hasSubheadings, ...area }: TextAreaProps & { hasSubheadings: boolean }) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const apply = (toggle: Toggle) => field.current && toggleIn(field.current, toggle)
  const onKeyDown = (event: KeyboardEvent) => {
    const toggle = shortcuts[letterOf(event)]
    if (!toggle || event.ctrlKey === event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    apply(toggle)
  }
  const tools = [
    { icon: Bold, name: t`Bold`, key: 'B', toggle: toggleBold },
    { icon: Italic, name: t`Italic`, key: 'I', toggle: toggleItalic },
    ...(hasSubheadings ? [{ icon: Heading, name: t`Subheading`, key: undefined, toggle: toggleSubheading }] : []),
  ]
  return (
    <TextArea
      {...area}
      ref={field}
      onKeyDown={onKeyDown}
      tools={
        <div className={css.marks}>
          <TooltipGroup>
            {tools.map(({ icon, name, key, toggle }) => (
              <Tooltip key={name} label={name}>
                <IconButton
                  icon={icon}
                  aria-label={name}
                  aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
                  // The text keeps its focus, and a phone its keyboard.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => apply(toggle)}
                />
              </Tooltip>
            ))}
          </TooltipGroup>
        </div>
      }
    />
  )
}

function toggleIn(field: HTMLTextAreaElement, toggle: Toggle) {
  const { value, selectionStart, selectionEnd } = field
  const { text, start, end } = toggle({ text: value, start: selectionStart, end: selectionEnd })
  field.focus()
  if (text !== value) replace(field, text)
  field.setSelectionRange(start, end)
}

/** Browsers undo only changes of `execCommand` with Ctrl+Z, and forget earlier steps after `setRangeText`. */
function replace(field: HTMLTextAreaElement, text: string) {
  const { value } = field
  const most = Math.min(value.length, text.length)
  let before = 0
  while (before < most && value[before] === text[before]) before += 1
  let after = 0
  while (after < most - before && value.at(-1 - after) === text.at(-1 - after)) after += 1
  field.setSelectionRange(before, value.length - after)
  const added = text.slice(before, text.length - after)
  // Browsers ignore an empty text.
  if (added) document.execCommand('insertText', false, added)
  else document.execCommand('delete')
}
