import { formatDistance } from 'date-fns/formatDistance'

const seconds = { year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3_600, minute: 60 }

/** `3 days ago`. In English with the words of date-fns, such as `about 2 hours ago`. */
export function formatAgo(language: string, at: string | number | Date, now: number) {
  if (language === 'en') return `${formatDistance(at, now)} ago`
  const elapsed = Math.max(0, (now - new Date(at).getTime()) / 1_000)
  const units = Object.keys(seconds) as (keyof typeof seconds)[]
  const unit = units.find((name) => elapsed >= seconds[name])
  if (!unit) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(elapsed / seconds[unit]), unit)
}
