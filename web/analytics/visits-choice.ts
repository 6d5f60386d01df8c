import { useSyncExternalStore } from 'react'
import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'

/** `refused`: the browser asks every site not to follow its person, by Global Privacy Control or Do Not Track. */
export type VisitsChoice = 'on' | 'off' | 'refused'

const key = 'foldout:visits'
const changes = new EventTarget()
/** What was chosen in this tab, for browsers that keep nothing. */
let chosenHere: boolean | undefined

/** Whether visits may be counted in this browser, and follows what is chosen in any of its tabs. */
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
