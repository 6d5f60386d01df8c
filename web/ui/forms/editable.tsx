import { Pencil } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import css from './editable.module.css'

type EditableProps = {
  label: string
  opener: Ref<HTMLButtonElement>
  onEdit: () => void
  onPreload: () => void
  children: ReactNode
}

/** Content that its owner edits in place. The pencil button covers the content, so a click anywhere opens it. */
export const Editable = ({ label, opener, onEdit, onPreload, children }: EditableProps) => (
  <div className={css.editable}>
    {children}
    <button
      type="button"
      ref={opener}
      aria-label={label}
      onClick={onEdit}
      onPointerEnter={onPreload}
      onFocus={onPreload}
    >
      <Pencil className="ico" aria-hidden="true" />
    </button>
  </div>
)

/** Whether in-place editing is active. Focus returns to the opener when editing ends. */
export function useEditing() {
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, opener, begin: () => setEditing(true), end: () => setEditing(false) }
}
