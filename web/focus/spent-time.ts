/** Time spent on something, as a stub shows it: `52m`, from an hour on `3h 40m`. */
export const spentTime = (minutes: number) =>
  minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`

/** The same as it is said: `3 hours 40 minutes`. */
export function spentTimeInWords(minutes: number) {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && plural(hours, 'hour'), (rest > 0 || hours === 0) && plural(rest, 'minute')]
  return parts.filter(Boolean).join(' ')
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
