type Moment = Date | number | string
export type Zone = 'local' | 'UTC'

const formatters = (timeZone?: Zone) => ({
  weekday: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }),
  date: new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }),
  time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
})
const formats = { local: formatters(), UTC: formatters('UTC') }

/** Such as "23 November 2026". UTC where server and browser must render the same text. */
export const formatDate = (at: Moment, zone: Zone = 'local') => formats[zone].date.format(new Date(at))

/** Such as "Tuesday". */
export const formatWeekday = (at: Moment, zone: Zone = 'local') => formats[zone].weekday.format(new Date(at))

/** Such as "14:05". */
export const formatTime = (at: Moment, zone: Zone = 'local') => formats[zone].time.format(new Date(at))
