import { fillsPaper, type PaperFormat, type PictureSize, pageRatio, paperRatios } from './paper-formats.ts'

export const paperFormats = ['a-size', 'half-letter', 'square', '4:5', '9:16', 'pictures'] as const

export const paperNames: Record<PaperFormat, string> = {
  'a-size': 'A-size',
  'half-letter': 'Half-letter',
  square: 'Square',
  '4:5': '4:5',
  '9:16': '9:16',
  pictures: 'Same as the images',
}

/** The name of a page's format. A picture has the name of the paper it fits, otherwise its ratio. */
export function paperName(format: PaperFormat, picture: PictureSize | undefined) {
  const ratio = pageRatio(format, picture)
  if (ratio === undefined) return undefined
  const upright = Math.min(ratio, 1 / ratio)
  const paper = format === 'pictures' ? findPaper(upright) : format
  const name = paper ? paperNames[paper] : formatRatio(upright)
  if (ratio <= 1 || paper === 'square') return name
  return format === 'pictures' && name.includes(':') ? name.split(':').reverse().join(':') : `${name} landscape`
}

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
