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
