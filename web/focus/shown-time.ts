let ours = { written: '', before: '' }

/** Shows the remaining time in the tab's title; null removes it. */
export function showInTitle(left: number | null) {
  const before = document.title === ours.written ? ours.before : document.title
  const next = left === null ? before : `${digitsOf(left).join('')} · ${before}`
  if (document.title !== next) document.title = next
  ours = { written: document.title, before }
}

export function digitsOf(left: number): [string, ':', string] {
  const seconds = Math.ceil(left / 1000)
  return [two(Math.floor(seconds / 60)), ':', two(seconds % 60)]
}

const two = (count: number) => String(count).padStart(2, '0')

export const spentTime = (minutes: number) =>
  minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`

export function spentTimeInWords(minutes: number) {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && plural(hours, 'hour'), (rest > 0 || hours === 0) && plural(rest, 'minute')]
  return parts.filter(Boolean).join(' ')
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
