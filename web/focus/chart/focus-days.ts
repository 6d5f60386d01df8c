import { i18n } from '@lingui/core'
import type { FocusDay } from '#contract/focus-sessions.ts'
import { formatDay } from '#contract/format-date.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'

export function fillDays(days: FocusDay[], today: string): FocusDay[] {
  const minutesOf = new Map(days.map(({ day, minutes }) => [day, minutes]))
  const end = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: workspaceLimits.focusDays }, (_, index) => {
    const daysAgo = workspaceLimits.focusDays - 1 - index
    const day = dayOf(new Date(end - daysAgo * 86_400_000), 'UTC')
    return { day, minutes: minutesOf.get(day) ?? 0 }
  })
}

export const dayOf = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date)

/** In the language of the page. */
export const nameOfDay = (day: string) => formatDay(i18n.locale, `${day}T00:00:00Z`, 'UTC')
