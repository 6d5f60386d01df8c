import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { PdfFile } from '../pdf/write-pdf.ts'

/** The ends of the names of files, which sort them. */
const suffixes: Record<Exclude<PdfFile['name'], 'zine'>, MessageDescriptor> = {
  fronts: msg({ message: '1 fronts', comment: 'End of the name of a file' }),
  backs: msg({ message: '2 backs', comment: 'End of the name of a file' }),
  'fair-kit': msg({ message: 'fair kit', comment: 'End of the name of a file' }),
  'test-fronts': msg({ message: 'test 1 fronts', comment: 'End of the name of a file' }),
  'test-backs': msg({ message: 'test 2 backs', comment: 'End of the name of a file' }),
}
const maxNameLength = 80

/** The title as every system accepts it in the name of a file. */
export function cleanTitle(title: string) {
  const cleaned = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const shortened = [...cleaned]
    .slice(0, maxNameLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  return shortened || t({ message: 'zine', context: 'name of a file' })
}

export const fileName = (title: string, name: PdfFile['name']) => withSuffix(cleanTitle(title), name)

export const withSuffix = (start: string, name: PdfFile['name']) =>
  name === 'zine' ? `${start}.pdf` : `${start} - ${i18n._(suffixes[name])}.pdf`
