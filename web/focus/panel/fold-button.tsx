import { ChevronUp } from 'lucide-react'
import { digitsOf } from '../shown-time.ts'
import css from './fold-button.module.css'

type FoldButtonProps = { left: number; isOpen: boolean; onFold: () => void }

/** Opens the timer where it is a bar, and folds it again; elsewhere it is not there. */
export const FoldButton = ({ left, isOpen, onFold }: FoldButtonProps) => (
  <button type="button" className={css.fold} aria-expanded={isOpen} onClick={onFold}>
    <span className="sr">{isOpen ? 'Fold the timer away' : 'Open the timer'}, </span>
    {digitsOf(left)}
    <ChevronUp className="ico" aria-hidden="true" />
  </button>
)
