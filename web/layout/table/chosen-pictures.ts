import { type Chosen, drawingRefusal, kindOfFile } from '#web/upload/upload-rules.ts'

type Table = {
  /** How many pages there are, those on their way among them. */
  count: number
  /** How many there can be. */
  most: number
  /** It is a video, which stands alone. */
  isVideo?: boolean
}

/** Why files cannot be pages of a layout; undefined when they can. */
export function pictureRefusal(chosen: readonly Chosen[], { count, most, isVideo }: Table) {
  const kinds = chosen.map(kindOfFile)
  if (kinds.includes('video')) return 'A video is a zine of its own. Pages here are pictures.'
  if (kinds.includes(undefined)) return 'Please select image files only.'
  if (isVideo) return 'A video stands alone. Take it out first.'
  const tooLarge = drawingRefusal(chosen)
  if (tooLarge) return tooLarge
  const together = count + chosen.length
  if (together <= most) return undefined
  return count === 0
    ? `A zine here can have ${most} pages. These are ${together}.`
    : `A zine here can have ${most} pages. With these it would have ${together}.`
}
