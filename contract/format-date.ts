type Moment = Date | number | string
export type Zone = 'local' | 'UTC'

const options = {
  weekday: { weekday: 'long' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** Created when they are needed, because all of them take milliseconds, which delay the first interaction. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(kind: keyof typeof options, at: Moment, zone: Zone) {
  const key = `${kind} ${zone}`
  const timeZone = zone === 'UTC' ? zone : undefined
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options[kind], timeZone })
  formatters.set(key, formatter)
  return formatter.format(new Date(at))
}

/** Such as "23 November 2026". UTC where server and browser must render the same text. */
export const formatDate = (at: Moment, zone: Zone = 'local') => format('date', at, zone)

/** Such as "Tuesday". */
export const formatWeekday = (at: Moment, zone: Zone = 'local') => format('weekday', at, zone)

/** Such as "14:05". */
export const formatTime = (at: Moment, zone: Zone = 'local') => format('time', at, zone)
