import { useEffect, useRef } from 'react'
import { now } from '#web/session/editor-session.ts'
import type { EditKind } from '#web/session/undo-history.ts'
import type { ProjectSession } from '../project-text.ts'
import { type Field, moveCaret, toStorable, toStorableTitle } from '../project-text.ts'

type Fields = Record<Field, HTMLTextAreaElement>

export function useTextFields(session: ProjectSession) {
  const title = useRef<HTMLTextAreaElement>(null)
  const notes = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!title.current || !notes.current) return
    const fields: Fields = { title: title.current, notes: notes.current }
    const cleanups = [
      listen(session, fields, 'title'),
      listen(session, fields, 'notes'),
      applyReplacements(session, fields),
      autoResize(session, Object.values(fields)),
    ]
    return () => {
      for (const stop of cleanups) stop()
    }
  }, [session])
  return { title, notes }
}

function listen(session: ProjectSession, fields: Fields, field: Field) {
  const element = fields[field]
  const onInput = (event: Event) => {
    const { inputType = '', isComposing = false } = event as InputEvent
    const storableText = (field === 'title' ? toStorableTitle : toStorable)(element.value)
    if (storableText !== element.value && !isComposing) write(element, storableText)
    session.dispatch({
      type: 'edited',
      edit: {
        text: { ...session.read().text, [field]: storableText },
        target: field,
        kind: kindOf(inputType),
        caret: element.selectionEnd,
        at: now(),
      },
    })
  }
  // The browser's own undo does not know the model's changes, so the model handles it.
  const onBeforeInput = (event: Event) => {
    const { inputType } = event as InputEvent
    if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return
    event.preventDefault()
    session.dispatch({ type: inputType === 'historyUndo' ? 'undone' : 'redone', at: now() })
  }
  element.addEventListener('input', onInput)
  element.addEventListener('beforeinput', onBeforeInput)
  return () => {
    element.removeEventListener('input', onInput)
    element.removeEventListener('beforeinput', onBeforeInput)
  }
}

function kindOf(inputType: string): EditKind {
  if (['insertText', 'insertCompositionText', 'insertLineBreak'].includes(inputType)) return 'type'
  return /^deleteContent/.test(inputType) ? 'delete' : 'replace'
}

function applyReplacements(session: ProjectSession, fields: Fields) {
  const writeFields = () => {
    const { replaced, text } = session.read()
    write(fields.title, text.title)
    write(fields.notes, text.notes)
    return replaced
  }
  let appliedCount = writeFields().count
  return session.subscribe(() => {
    if (session.read().replaced.count === appliedCount) return
    const { count, caret } = writeFields()
    appliedCount = count
    if (caret) restoreCaret(fields[caret.field], caret.at)
  })
}

function write(element: HTMLTextAreaElement, text: string) {
  const { value, selectionStart, selectionEnd } = element
  if (value === text) return
  element.value = text
  element.setSelectionRange(moveCaret(value, text, selectionStart), moveCaret(value, text, selectionEnd))
}

/** Browsers scroll a field to its caret only when it gets focus, hence the blur. */
function restoreCaret(element: HTMLTextAreaElement, at: number) {
  element.setSelectionRange(at, at)
  element.blur()
  element.focus()
}

/** Sets the height in browsers without `field-sizing`. */
function autoResize(session: ProjectSession, fields: HTMLTextAreaElement[]) {
  if (CSS.supports('field-sizing', 'content')) return () => undefined
  const resize = () => {
    for (const field of fields) {
      field.style.height = 'auto'
      field.style.height = `${field.scrollHeight}px`
    }
  }
  const resizeObserver = new ResizeObserver(resize)
  resizeObserver.observe(document.body)
  const stop = session.subscribe(resize)
  return () => {
    resizeObserver.disconnect()
    stop()
  }
}
