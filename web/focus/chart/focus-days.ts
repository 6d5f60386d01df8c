import type { FocusDay } from '#contract/focus-sessions.ts'
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

export const formatDay = (day: string) => dayFormat.format(Date.parse(`${day}T00:00:00Z`))

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
