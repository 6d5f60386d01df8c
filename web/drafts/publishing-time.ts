import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { formatDate, formatTime, formatWeekday } from '#contract/format-date.ts'

const nearFutureMs = 6 * 24 * 60 * 60 * 1000

export function formatPublishingTime(i18n: I18n, publishAt: string, now: number) {
  if (new Date(publishAt).getTime() <= now) return t(i18n)`Publishing any moment now`
  const { weekday, date, time } = publishingMoment(i18n.locale, publishAt, now)
  return weekday ? t(i18n)`Publishes ${weekday} at ${time}` : t(i18n)`Publishes on ${date} at ${time}`
}

/** `weekday` names the day if it is one of the next days. */
export function publishingMoment(language: string, publishAt: string, now: number) {
  const isSoon = new Date(publishAt).getTime() - now < nearFutureMs
  return {
    weekday: isSoon ? formatWeekday(language, publishAt) : undefined,
    date: formatDate(language, publishAt),
    time: formatTime(language, publishAt),
  }
}
