import * as limits from '#contract/limits.ts'
import { isBlank } from '#contract/visible-text.ts'

export type MediaKind = 'image' | 'video'
export type FileInfo = Pick<File, 'name' | 'type' | 'size'>

const imageExtension = /\.(jpe?g|png|gif|webp|avif|svg|heic|heif|tiff?|bmp)$/i
const videoExtension = /\.(mp4|m4v|webm|ogg|ogv|mov)$/i

/** Uses the extension where systems report no type. The server checks the content. */
export function kindOfFile({ name, type }: Pick<FileInfo, 'name' | 'type'>): MediaKind | undefined {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('video/')) return 'video'
  if (type !== '' && type !== 'application/octet-stream') return undefined
  if (imageExtension.test(name)) return 'image'
  if (videoExtension.test(name)) return 'video'
}

const isDrawing = ({ name, type }: FileInfo) => type === 'image/svg+xml' || (type === '' && /\.svg$/i.test(name))
const maxDrawingBytes = limits.svgMb * 1024 * 1024

/** Why files cannot be added, in the words of spec §5. Undefined if they can. */
export function fileProblem(present: readonly MediaKind[], files: readonly FileInfo[]) {
  const kinds = files.map(kindOfFile)
  if (kinds.includes(undefined)) return 'Please select image or video files only.'
  const combined = [...present, ...kinds]
  if (combined.includes('video') && combined.length > 1) return 'You can only upload one video at a time.'
  const problem = drawingProblem(files)
  if (problem) return problem
  if (combined.length <= limits.zineImages) return undefined
  return present.length > 0
    ? `You can upload up to ${limits.zineImages} images total.`
    : `You can upload up to ${limits.zineImages} images or ${limits.zineVideos} video.`
}

/** Whether refused files can go to the layout table: too many pictures, or a PDF. No videos. */
export function canBeLaidOut(present: readonly MediaKind[], files: readonly FileInfo[]) {
  const isPages = files.every((file) => kindOfFile(file) === 'image' || isPdf(file))
  if (!isPages || present.includes('video')) return false
  return files.some(isPdf) || present.length + files.length > limits.zineImages
}

export const isPdf = ({ name, type }: Pick<FileInfo, 'name' | 'type'>) =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))

/** The server's message, shown before the upload. */
export const drawingProblem = (files: readonly FileInfo[]) =>
  files.some((file) => isDrawing(file) && file.size > maxDrawingBytes)
    ? `This drawing is larger than ${limits.svgMb} MB. Simplify it, or save it as PNG, and try again.`
    : undefined

export const canAddMore = (present: readonly MediaKind[]) =>
  present.length > 0 && present.length < limits.zineImages && !present.includes('video')

/** Why a zine cannot be shared yet (spec §5). Undefined if it can. */
export const shareProblem = (draft: { title: string; pages: number; signedIn: boolean }) =>
  isBlank(draft.title) || draft.pages === 0 || !draft.signedIn
    ? 'Please fill in all required fields and select at least one file.'
    : undefined
