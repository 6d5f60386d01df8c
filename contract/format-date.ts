type Moment = Date | number | string
export type Zone = 'local' | 'UTC'

const options = {
  weekday: { weekday: 'long' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** The site's English names a day before its month, and counts hours to 24. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

/** Created when they are needed, because all of them take milliseconds, which delay the first interaction. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(kind: keyof typeof options, language: string, at: Moment, zone: Zone) {
  const key = `${kind} ${language} ${zone}`
  const timeZone = zone === 'UTC' ? zone : undefined
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options[kind], timeZone })
  formatters.set(key, formatter)
  return formatter.format(new Date(at))
}

/** Such as "23 November 2026". UTC where server and browser must render the same text. */
export const formatDate = (language: string, at: Moment, zone: Zone = 'local') => format('date', language, at, zone)

/** Such as "Mon 23 Nov". */
export const formatDay = (language: string, at: Moment, zone: Zone = 'local') => format('day', language, at, zone)

/** Such as "Tuesday". */
export const formatWeekday = (language: string, at: Moment, zone: Zone = 'local') =>
  format('weekday', language, at, zone)

/** Such as "14:05". */
export const formatTime = (language: string, at: Moment, zone: Zone = 'local') => format('time', language, at, zone)
