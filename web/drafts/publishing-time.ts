import { ph, t } from '@lingui/core/macro'
import { formatDate, formatTime } from '#contract/format-date.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })

const nearFutureMs = 6 * 24 * 60 * 60 * 1000

export function formatPublishingTime(publishAt: string, now: number) {
  const publishDate = new Date(publishAt)
  if (publishDate.getTime() <= now) return t`Publishing any moment now`
  const day =
    publishDate.getTime() - now < nearFutureMs
      ? weekday.format(publishDate)
      : t`on ${ph({ publishDate: formatDate(publishDate) })}`
  return t`Publishes ${day} at ${ph({ publishDate: formatTime(publishDate) })}`
}

export function formatPublishingDay(publishAt: string, now: number) {
  const publishDate = new Date(publishAt)
  const day = publishDate.getTime() - now < nearFutureMs ? weekday.format(publishDate) : formatDate(publishDate)
  return t`on ${day} at ${ph({ publishDate: formatTime(publishDate) })}`
}
