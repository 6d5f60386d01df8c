import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { fillsPaper, type PaperFormat, type PictureSize, pageRatio, paperRatios } from './paper-formats.ts'

export const paperFormats = ['a-size', 'half-letter', 'square', '4:5', '9:16', 'pictures'] as const

export const paperNames: Record<PaperFormat, MessageDescriptor> = {
  'a-size': msg`A-size`,
  'half-letter': msg`Half-letter`,
  square: msg`Square`,
  '4:5': msg`4:5`,
  '9:16': msg`9:16`,
  pictures: msg`Same as the images`,
}

const landscapeNames: Record<'a-size' | 'half-letter' | '4:5' | '9:16', MessageDescriptor> = {
  'a-size': msg`A-size landscape`,
  'half-letter': msg`Half-letter landscape`,
  '4:5': msg`4:5 landscape`,
  '9:16': msg`9:16 landscape`,
}

/** The name of a page's format. A picture has the name of the paper it fits, otherwise its ratio. */
export function paperName(format: PaperFormat, picture: PictureSize | undefined) {
  const ratio = pageRatio(format, picture)
  if (ratio === undefined) return undefined
  const upright = Math.min(ratio, 1 / ratio)
  const paper = format === 'pictures' ? findPaper(upright) : format
  const isLandscape = ratio > 1
  if (paper === undefined || paper === 'pictures')
    return isLandscape ? turn(formatRatio(upright)) : formatRatio(upright)
  if (!isLandscape || paper === 'square') return paperNames[paper]
  return format === 'pictures' && paper.includes(':') ? turn(paper) : landscapeNames[paper]
}

const turn = (ratio: string) => ratio.split(':').reverse().join(':')

const findPaper = (ratio: number) =>
  paperFormats.find((format) => format !== 'pictures' && fillsPaper(ratio, paperRatios[format]))

/** The simplest ratio of whole numbers within one percent, such as 3:4. */
function formatRatio(upright: number) {
  const long = 1 / upright
  for (let short = 1; ; short += 1) {
    const rounded = Math.round(long * short)
    if (Math.abs(rounded / (long * short) - 1) < 0.01) return `${short}:${rounded}`
  }
}
