import { grouped } from '#web/ui/number.ts'

const perMb = 1024 * 1024
const perGb = 1024 * perMb

/** `5.2 MB`, `2 GB`. Something is never shown as nothing. */
export function sizeWords(bytes: number) {
  if (bytes >= perGb) return `${rounded(bytes / perGb)} GB`
  return bytes >= perMb / 10 ? `${rounded(bytes / perMb)} MB` : `${grouped(Math.ceil(bytes / 1024))} kB`
}

const rounded = (number: number) =>
  number < 10 ? String(Math.round(number * 10) / 10) : grouped(Math.round(number))
