import { Pencil } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import css from './editable.module.css'

type EditableProps = {
  label: string
  opener: Ref<HTMLButtonElement>
  onEdit: () => void
  onNear: () => void
  children: ReactNode
}

/** Content that its owner edits in place: a click anywhere on it is a click on its pencil. */
export const Editable = ({ label, opener, onEdit, onNear, children }: EditableProps) => (
  <div className={css.editable}>
    {children}
    <button
      type="button"
      ref={opener}
      aria-label={label}
      onClick={onEdit}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Pencil className="ico" aria-hidden="true" />
    </button>
  </div>
)

/** Whether in-place editing is active. When it ends, focus returns to its opener. */
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
