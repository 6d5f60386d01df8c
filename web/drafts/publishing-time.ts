import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { formatDate, formatTime, formatWeekday } from '#contract/format-date.ts'

const nearFutureMs = 6 * 24 * 60 * 60 * 1000

export function formatPublishingTime(i18n: I18n, publishAt: string, now: number) {
  const publishDate = new Date(publishAt)
  if (publishDate.getTime() <= now) return t(i18n)`Publishing any moment now`
  const time = formatTime(i18n.locale, publishDate)
  if (publishDate.getTime() - now < nearFutureMs) {
    const weekday = formatWeekday(i18n.locale, publishDate)
    return t(i18n)`Publishes ${weekday} at ${time}`
  }
  const date = formatDate(i18n.locale, publishDate)
  return t(i18n)`Publishes on ${date} at ${time}`
}

/** As part of a sentence. */
export function formatPublishingDay(i18n: I18n, publishAt: string, now: number) {
  const publishDate = new Date(publishAt)
  const isNear = publishDate.getTime() - now < nearFutureMs
  const day = isNear ? formatWeekday(i18n.locale, publishDate) : formatDate(i18n.locale, publishDate)
  const time = formatTime(i18n.locale, publishDate)
  return t(i18n)`on ${day} at ${time}`
}
