import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { onStoredChange, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { Link } from '#web/ui/controls/link.tsx'
import check from '#web/ui/forms/check.module.css'
import css from './visits-switch.module.css'

export function VisitsSwitch() {
  const { t } = useLingui()
  const choice = useVisitsChoice()
  return (
    <div className={css.visits}>
      <label>
        <input
          className={check.check}
          type="checkbox"
          checked={choice === 'on'}
          disabled={choice === 'refused'}
          onChange={({ target }) => setVisitsChoice(target.checked)}
        />
        {t`Count my visits in this browser`}
      </label>
      {choice === 'refused' ? (
        <span>{t`Your browser asks not to be tracked, so your visits are not counted.`}</span>
      ) : (
        <Link to="/about#counting">{t`What is counted`}</Link>
      )}
    </div>
  )
}

export type VisitsChoice = 'on' | 'off' | 'refused'

const key = 'foldout:visits'
const changes = new EventTarget()
/** The choice in this tab, for browsers without storage. */
let choiceInTab: boolean | undefined

export const useVisitsChoice = () => useSyncExternalStore(onChange, readVisitsChoice, () => 'on' as const)

function readVisitsChoice(): VisitsChoice {
  if (isTrackingRefused()) return 'refused'
  return (choiceInTab ?? readStored(key) !== 'off') ? 'on' : 'off'
}

export function setVisitsChoice(isOn: boolean) {
  if (isOn) removeStored(key)
  else persist(key, 'off')
  choiceInTab = isOn
  changes.dispatchEvent(new Event('change'))
}

function onChange(listener: () => void) {
  changes.addEventListener('change', listener)
  const stop = onStoredChange(key, (stored) => {
    choiceInTab = stored !== 'off'
    listener()
  })
  return () => {
    changes.removeEventListener('change', listener)
    stop()
  }
}

function isTrackingRefused() {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'
}
