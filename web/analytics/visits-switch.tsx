import { useSyncExternalStore } from 'react'
import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'
import { Link } from '#web/ui/controls/link.tsx'
import check from '#web/ui/forms/check.module.css'
import css from './visits-switch.module.css'

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
        <span>Your browser asks not to be tracked, so your visits are not counted.</span>
      ) : (
        <Link to="/about#counting">What is counted</Link>
      )}
    </div>
  )
}

export type VisitsChoice = 'on' | 'off' | 'refused'

const key = 'foldout:visits'
const changes = new EventTarget()
/** The choice in this tab, for browsers without storage. */
let chosenHere: boolean | undefined

export const useVisitsChoice = () => useSyncExternalStore(onChange, readVisitsChoice, () => 'on' as const)

function readVisitsChoice(): VisitsChoice {
  if (isRefused()) return 'refused'
  return (chosenHere ?? readKept(key) !== 'off') ? 'on' : 'off'
}

export function chooseVisits(isOn: boolean) {
  if (isOn) forget(key)
  else keep(key, 'off')
  chosenHere = isOn
  changes.dispatchEvent(new Event('change'))
}

function onChange(changed: () => void) {
  changes.addEventListener('change', changed)
  const stop = onKeptChange(key, (kept) => {
    chosenHere = kept !== 'off'
    changed()
  })
  return () => {
    changes.removeEventListener('change', changed)
    stop()
  }
}

function isRefused() {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'
}
