import { Pencil } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import css from './editable.module.css'

type EditableProps = {
  /** What the button is called, such as "Edit username". */
  label: string
  opener: Ref<HTMLButtonElement>
  onEdit: () => void
  onNear: () => void
  children: ReactNode
}

/** Something its owner can edit where it stands: a click anywhere on it is a click on its pencil. */
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
