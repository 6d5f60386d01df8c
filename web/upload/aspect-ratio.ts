import { type AspectRatio, aspectRatios } from '#contract/aspect-ratios.ts'
import { type PaperFormat, type PictureSize, pageRatio, paperOfRatio, paperRatios } from '#contract/paper-formats.ts'

/** The aspect ratio closest to the format, for software that knows only three. Undefined if the size is unknown. */
export function closestAspectRatio(format: PaperFormat, picture: PictureSize | undefined) {
  const ratio = pageRatio(format, picture)
  if (ratio === undefined) return undefined
  const distance = (name: AspectRatio) => Math.abs(Math.log(ratio / paperRatios[paperOfRatio(name)]))
  return aspectRatios.toSorted((a, b) => distance(a) - distance(b))[0]
}
