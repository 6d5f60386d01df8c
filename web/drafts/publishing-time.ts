const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const aWeek = 6 * 24 * 60 * 60 * 1000

export function publishingTime(publishAt: string, now: number) {
  const at = new Date(publishAt)
  if (at.getTime() <= now) return 'Publishing any moment now'
  const day = at.getTime() - now < aWeek ? weekday.format(at) : `on ${date.format(at)}`
  return `Publishes ${day} at ${minute.format(at)}`
}

export function onDayAtTime(publishAt: string, now: number) {
  const at = new Date(publishAt)
  const day = at.getTime() - now < aWeek ? weekday.format(at) : date.format(at)
  return `on ${day} at ${minute.format(at)}`
}
