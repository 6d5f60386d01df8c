import type { AspectRatio } from './aspect-ratios.ts'

/** The paper of a zine's pages; `pictures` is the size of each picture. Paper copies are `details.paper`. */
export const paperFormats = ['a-size', 'half-letter', 'square', '4:5', '9:16', 'pictures'] as const
export type PaperFormat = (typeof paperFormats)[number]
export type FixedFormat = Exclude<PaperFormat, 'pictures'>

/** Width divided by height of upright paper. */
export const paperRatios: Record<FixedFormat, number> = {
  'a-size': Math.SQRT1_2,
  'half-letter': 5.5 / 8.5,
  square: 1,
  '4:5': 4 / 5,
  '9:16': 9 / 16,
}

export type PictureSize = { width: number | null; height: number | null }

/** Width divided by height of a page. Paper is turned for a landscape picture. Undefined if the size is unknown. */
export function pageRatio(format: PaperFormat, picture: PictureSize | undefined) {
  const ratio = picture?.width && picture.height ? picture.width / picture.height : undefined
  if (format === 'pictures') return ratio
  return ratio && ratio > 1 ? 1 / paperRatios[format] : paperRatios[format]
}

/** The format of a zine whose client sent only an aspect ratio. */
export const paperOfRatio = (ratio: AspectRatio): FixedFormat => (ratio === '1:1' ? 'square' : ratio)
