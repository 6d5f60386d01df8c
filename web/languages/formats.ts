import { formatDistance } from 'date-fns/formatDistance'

/** Created when they are needed, because creating one delays the first interaction. */
const numberFormats = new Map<string, Intl.NumberFormat>()

/** `1,840` in English. Sentences with a number use `plural`, which formats it too. */
export function formatNumber(language: string, count: number) {
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(language)
  numberFormats.set(language, format)
  return format.format(count)
}

/** `notes, pages and pictures`, or `notes, pages, pictures` if it is narrow. */
export const formatList = (language: string, items: string[], style: 'long' | 'narrow' = 'long') =>
  new Intl.ListFormat(language, { style }).format(items)

const seconds = { year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3_600, minute: 60 }

/** `3 days ago`. In English with the words of date-fns, such as `about 2 hours ago`. */
export function formatAgo(language: string, at: string | number | Date, now: number) {
  if (language === 'en') return `${formatDistance(at, now)} ago`
  const elapsed = Math.max(0, (now - new Date(at).getTime()) / 1_000)
  const units = Object.keys(seconds) as (keyof typeof seconds)[]
  const unit = units.find((name) => elapsed >= seconds[name]) ?? 'minute'
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(elapsed / seconds[unit]), unit)
}
