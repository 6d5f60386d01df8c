import { Link } from '#web/ui/controls/link.tsx'
import check from '#web/ui/forms/check.module.css'
import { chooseVisits, useVisitsChoice } from './visits-choice.ts'
import css from './visits-switch.module.css'

/** Whether visits are counted, to be chosen for this browser; where the browser itself has said no, it says so. */
export function VisitsSwitch() {
  const choice = useVisitsChoice()
  return (
    <div className={css.visits}>
      <label>
        <input
          className={check.check}
          type="checkbox"
          checked={choice === 'on'}
          disabled={choice === 'refused'}
          onChange={({ target }) => chooseVisits(target.checked)}
        />
        Count my visits in this browser
      </label>
      {choice === 'refused' ? (
        <span>Your browser asks not to be counted, so you are not.</span>
      ) : (
        <Link to="/about#counting">What is counted</Link>
      )}
    </div>
  )
}
