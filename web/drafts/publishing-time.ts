const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const nearFutureMs = 6 * 24 * 60 * 60 * 1000

export function formatPublishingTime(publishAt: string, now: number) {
  const publishDate = new Date(publishAt)
  if (publishDate.getTime() <= now) return 'Publishing any moment now'
  const day =
    publishDate.getTime() - now < nearFutureMs ? weekday.format(publishDate) : `on ${date.format(publishDate)}`
  return `Publishes ${day} at ${minute.format(publishDate)}`
}

export function formatPublishingDay(publishAt: string, now: number) {
  const publishDate = new Date(publishAt)
  const day = publishDate.getTime() - now < nearFutureMs ? weekday.format(publishDate) : date.format(publishDate)
  return `on ${day} at ${minute.format(publishDate)}`
}
