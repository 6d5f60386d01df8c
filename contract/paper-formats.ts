import type { AspectRatio } from './aspect-ratios.ts'

/** The paper of a zine's pages; `pictures` is the size of each picture. Paper copies are `details.paper`. */
export type PaperFormat = FixedFormat | 'pictures'
export type FixedFormat = keyof typeof paperRatios

/** Width divided by height of upright paper. */
export const paperRatios = {
  'a-size': Math.SQRT1_2,
  'half-letter': 5.5 / 8.5,
  square: 1,
  '4:5': 4 / 5,
  '9:16': 9 / 16,
}

export type PictureSize = { width: number | null; height: number | null }

/** Width divided by height of a picture; undefined if its size is unknown. */
export const pictureRatio = (picture: PictureSize | undefined) =>
  picture?.width && picture.height ? picture.width / picture.height : undefined

/** Whether a picture fills the paper, except for two percent. */
export const fillsPaper = (ratio: number, paperRatio: number) => Math.abs(ratio / paperRatio - 1) <= 0.02

/** Width divided by height of a page. Paper is turned for a landscape picture. Undefined if the size is unknown. */
export function pageRatio(format: PaperFormat, picture: PictureSize | undefined) {
  const ratio = pictureRatio(picture)
  if (format === 'pictures') return ratio
  const paperRatio = ratio && ratio > 1 ? 1 / paperRatios[format] : paperRatios[format]
  return ratio && fillsPaper(ratio, paperRatio) ? ratio : paperRatio
}

/** The format of a zine whose client sent only an aspect ratio. */
export const paperOfRatio = (ratio: AspectRatio): FixedFormat => (ratio === '1:1' ? 'square' : ratio)
