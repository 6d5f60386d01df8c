import { plural, t } from '@lingui/core/macro'

let titleState = { written: '', originalTitle: '' }

/** Shows the remaining time in the tab's title; null removes it. */
export function showTimeInTitle(remainingMs: number | null) {
  const originalTitle = document.title === titleState.written ? titleState.originalTitle : document.title
  const next = remainingMs === null ? originalTitle : `${formatDigits(remainingMs).join('')} · ${originalTitle}`
  if (document.title !== next) document.title = next
  titleState = { written: document.title, originalTitle }
}

export function formatDigits(remainingMs: number): [string, ':', string] {
  const seconds = Math.ceil(remainingMs / 1000)
  return [padTwo(Math.floor(seconds / 60)), ':', padTwo(seconds % 60)]
}

const padTwo = (count: number) => String(count).padStart(2, '0')

export function formatMinutes(minutes: number) {
  if (minutes < 60) return t`${minutes}m`
  const hours = Math.floor(minutes / 60)
  const rest = padTwo(minutes % 60)
  return t`${hours}h ${rest}m`
}

export function formatMinutesInWords(minutes: number) {
  const hours = Math.floor(minutes / 60)
  const remainder = minutes % 60
  if (hours === 0) return t`${plural({ minutes: remainder }, { one: '# minute', other: '# minutes' })}`
  if (remainder === 0) return t`${plural(hours, { one: '# hour', other: '# hours' })}`
  return t`${plural(hours, { one: '# hour', other: '# hours' })} ${plural({ minutes: remainder }, { one: '# minute', other: '# minutes' })}`
}
