import { formatNumber } from '#web/languages/formats.ts'

/** English only: a sentence with `plural` replaces it. */
export const formatCount = (count: number, noun: string) =>
  `${formatNumber('en', count)} ${noun}${count === 1 ? '' : 's'}`
