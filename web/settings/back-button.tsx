import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'

/** To the page before this one, or to a sensible one when the visit began here. */
export function BackButton({ otherwise }: { otherwise: string }) {
  const navigate = useNavigate()
  const back = () => (hasPageBefore() ? navigate(-1) : navigate(otherwise))
  return (
    <button type="button" className="back" onClick={() => void back()}>
      <ArrowLeft className="ico" aria-hidden="true" />
      <span>Back</span>
    </button>
  )
}

/** React Router numbers the entries it makes from the one the site was entered by, which is 0. */
const hasPageBefore = () => Number(window.history.state?.idx) > 0
