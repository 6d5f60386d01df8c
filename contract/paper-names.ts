import { type FixedFormat, type PaperFormat, type PictureSize, pageRatio, paperRatios } from './paper-formats.ts'

export const paperNames: Record<PaperFormat, string> = {
  'a-size': 'A-size',
  'half-letter': 'Half-letter',
  square: 'Square',
  '4:5': '4:5',
  '9:16': '9:16',
  pictures: 'Same as the pictures',
}

const tolerance = 0.02

/** The name of a page's format. A picture has the name of the paper it fits, otherwise its ratio. */
export function paperName(format: PaperFormat, picture: PictureSize | undefined) {
  const ratio = pageRatio(format, picture)
  if (ratio === undefined) return undefined
  const upright = Math.min(ratio, 1 / ratio)
  const paper = format === 'pictures' ? findPaper(upright) : format
  if (ratio <= 1 || paper === 'square') return paper ? paperNames[paper] : formatRatio(upright)
  if (paper === 'a-size' || paper === 'half-letter') return `${paperNames[paper]} landscape`
  const [short, long] = (paper ?? formatRatio(upright)).split(':')
  return `${long}:${short}`
}

const fixedFormats = Object.keys(paperRatios) as FixedFormat[]

const findPaper = (ratio: number) =>
  fixedFormats.find((format) => Math.abs(ratio / paperRatios[format] - 1) <= tolerance)

/** The simplest ratio of whole numbers within one percent, such as 3:4. */
function formatRatio(upright: number) {
  const long = 1 / upright
  for (let short = 1; ; short += 1) {
    const rounded = Math.round(long * short)
    if (Math.abs(rounded / (long * short) - 1) < 0.01) return `${short}:${rounded}`
  }
}
