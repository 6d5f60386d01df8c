import { importTableMb } from '#contract/limits.ts'
import { refuse } from '#server/http/errors.ts'

export const tooManyNames = (most: number) =>
  refuse(
    'media_refused',
    `There are more than ${most.toLocaleString('en')} files here. Import them in parts.`,
  )

export const tooLongNames = () =>
  refuse('media_refused', 'The names in this zip are far too long. Import it in parts, or shorten them.')

export function assertTableSize(bytes: number) {
  if (bytes > importTableMb * 1024 * 1024)
    throw refuse('media_refused', `The CSV is larger than ${importTableMb} MB. Import it in parts.`)
}

export const damagedZip = () =>
  refuse('media_refused', 'This zip is damaged. Make it again and try once more.')

export const leadingOut = () =>
  refuse('media_refused', 'This zip has names that lead out of it. Make it again from a folder.')

export const lockedZip = () =>
  refuse('media_refused', 'This zip is locked with a password. Make it without one and try again.')
