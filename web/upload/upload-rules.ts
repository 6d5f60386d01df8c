import * as limits from '#contract/limits.ts'

export type MediaKind = 'image' | 'video'
export type Chosen = Pick<File, 'name' | 'type' | 'size'>

const imageEnding = /\.(jpe?g|png|gif|webp|avif|svg|heic|heif|tiff?|bmp)$/i
const videoEnding = /\.(mp4|m4v|webm|ogg|ogv|mov)$/i

/** Uses the extension where systems report no type. The server checks the content. */
export function kindOfFile({ name, type }: Pick<Chosen, 'name' | 'type'>): MediaKind | undefined {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('video/')) return 'video'
  if (type !== '' && type !== 'application/octet-stream') return undefined
  if (imageEnding.test(name)) return 'image'
  if (videoEnding.test(name)) return 'video'
}

const isDrawing = ({ name, type }: Chosen) =>
  type === 'image/svg+xml' || (type === '' && /\.svg$/i.test(name))
const mostDrawingBytes = limits.drawingMb * 1024 * 1024

/** Why files cannot be added, in the words of spec §5. Undefined if they can. */
export function refusalOf(present: readonly MediaKind[], chosen: readonly Chosen[]) {
  const kinds = chosen.map(kindOfFile)
  if (kinds.includes(undefined)) return 'Please select image or video files only.'
  const together = [...present, ...kinds]
  if (together.includes('video') && together.length > 1) return 'You can only upload one video at a time.'
  const tooLarge = drawingRefusal(chosen)
  if (tooLarge) return tooLarge
  if (together.length <= limits.zineImages) return undefined
  return present.length > 0
    ? `You can upload up to ${limits.zineImages} images total.`
    : `You can upload up to ${limits.zineImages} images or ${limits.zineVideos} video.`
}

/** Whether refused files can go to the layout table: too many pictures, or a PDF. No videos. */
export function canBeLaidOut(present: readonly MediaKind[], chosen: readonly Chosen[]) {
  const isPages = chosen.every((file) => kindOfFile(file) === 'image' || isPdf(file))
  if (!isPages || present.includes('video')) return false
  return chosen.some(isPdf) || present.length + chosen.length > limits.zineImages
}

export const isPdf = ({ name, type }: Pick<Chosen, 'name' | 'type'>) =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))

/** The server's message, shown before the upload. */
export const drawingRefusal = (chosen: readonly Chosen[]) =>
  chosen.some((file) => isDrawing(file) && file.size > mostDrawingBytes)
    ? `This drawing is larger than ${limits.drawingMb} MB. Simplify it, or save it as PNG, and try again.`
    : undefined

export const canAddMore = (present: readonly MediaKind[]) =>
  present.length > 0 && present.length < limits.zineImages && !present.includes('video')

/** Why a zine cannot be shared yet (spec §5). Undefined if it can. */
export const unready = (draft: { title: string; pages: number; signedIn: boolean }) =>
  draft.title.trim() === '' || draft.pages === 0 || !draft.signedIn
    ? 'Please fill in all required fields and select at least one file.'
    : undefined
