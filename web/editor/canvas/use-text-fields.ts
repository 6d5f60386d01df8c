import { useEffect, useRef } from 'react'
import { type Field, movedCaret, storable, storableTitle } from '../model/project-text.ts'
import type { EditKind } from '../model/undo-history.ts'
import { type EditorSession, now } from '../session/editor-session.ts'

type Fields = Record<Field, HTMLTextAreaElement>

export function useTextFields(session: EditorSession) {
  const title = useRef<HTMLTextAreaElement>(null)
  const notes = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!title.current || !notes.current) return
    const fields: Fields = { title: title.current, notes: notes.current }
    const stops = [
      listen(session, fields, 'title'),
      listen(session, fields, 'notes'),
      follow(session, fields),
      grow(session, Object.values(fields)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session])
  return { title, notes }
}

function listen(session: EditorSession, fields: Fields, field: Field) {
  const element = fields[field]
  const typed = (event: Event) => {
    const { inputType = '', isComposing = false } = event as InputEvent
    const clean = (field === 'title' ? storableTitle : storable)(element.value)
    if (clean !== element.value && !isComposing) write(element, clean)
    session.dispatch({
      type: 'edited',
      edit: {
        text: { ...session.read().text, [field]: clean },
        place: field,
        kind: kindOf(inputType),
        caret: element.selectionEnd,
        at: now(),
      },
    })
  }
  // The browser's own undo does not know the model's changes, so the model handles it.
  const undone = (event: Event) => {
    const { inputType } = event as InputEvent
    if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return
    event.preventDefault()
    session.dispatch({ type: inputType === 'historyUndo' ? 'undone' : 'redone', at: now() })
  }
  element.addEventListener('input', typed)
  element.addEventListener('beforeinput', undone)
  return () => {
    element.removeEventListener('input', typed)
    element.removeEventListener('beforeinput', undone)
  }
}

function kindOf(inputType: string): EditKind {
  if (['insertText', 'insertCompositionText', 'insertLineBreak'].includes(inputType)) return 'type'
  return /^deleteContent/.test(inputType) ? 'delete' : 'replace'
}

function follow(session: EditorSession, fields: Fields) {
  const put = () => {
    const { replaced, text } = session.read()
    write(fields.title, text.title)
    write(fields.notes, text.notes)
    return replaced
  }
  let seen = put().count
  return session.subscribe(() => {
    if (session.read().replaced.count === seen) return
    const { count, caret } = put()
    seen = count
    if (caret) putCaret(fields[caret.field], caret.at)
  })
}

function write(element: HTMLTextAreaElement, text: string) {
  const { value, selectionStart, selectionEnd } = element
  if (value === text) return
  element.value = text
  element.setSelectionRange(movedCaret(value, text, selectionStart), movedCaret(value, text, selectionEnd))
}

/** Browsers scroll a field to its caret only when it gets focus, hence the blur. */
function putCaret(element: HTMLTextAreaElement, at: number) {
  element.setSelectionRange(at, at)
  element.blur()
  element.focus()
}

/** Sets the height in browsers without `field-sizing`. */
function grow(session: EditorSession, fields: HTMLTextAreaElement[]) {
  if (CSS.supports('field-sizing', 'content')) return () => undefined
  const fit = () => {
    for (const field of fields) {
      field.style.height = 'auto'
      field.style.height = `${field.scrollHeight}px`
    }
  }
  const sizes = new ResizeObserver(fit)
  sizes.observe(document.body)
  const stop = session.subscribe(fit)
  return () => {
    sizes.disconnect()
    stop()
  }
}
