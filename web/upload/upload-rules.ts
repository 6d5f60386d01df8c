import { ph, plural, t } from '@lingui/core/macro'
import * as limits from '#contract/limits.ts'
import { imageExtension, refusedFormats, videoExtension } from '#contract/media-formats.ts'
import { isBlank } from '#contract/visible-text.ts'

export type MediaKind = 'image' | 'video'
export type FileInfo = Pick<File, 'name' | 'type' | 'size'>

/** Uses the extension where systems report no type. The server checks the content. */
export function kindOfFile({ name, type }: Pick<FileInfo, 'name' | 'type'>): MediaKind | undefined {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('video/')) return 'video'
  if (type !== '' && type !== 'application/octet-stream') return undefined
  if (imageExtension.test(name)) return 'image'
  if (videoExtension.test(name)) return 'video'
}

const isDrawing = ({ name, type }: FileInfo) => type === 'image/svg+xml' || (type === '' && /\.svgz?$/i.test(name))
const maxDrawingBytes = limits.svgMb * 1024 * 1024

/** Browsers show these otherwise than the server publishes them, or not at all. */
export const isShownByServerOnly = (file: FileInfo) =>
  isDrawing(file) || file.type === 'image/tiff' || /\.(svgz|tiff?)$/i.test(file.name)

/** The advice for a format that the site cannot show. */
export const refusedFormatOf = ({ name }: Pick<FileInfo, 'name'>) =>
  refusedFormats.find(({ extension }) => extension.test(name))

/** Why this file cannot be added, whatever the others are. Undefined if it can. */
export function fileProblem(file: FileInfo) {
  const refused = refusedFormatOf(file)
  if (refused) return refused.message
  if (!kindOfFile(file)) return t`Please select image or video files only.`
  return drawingProblem(file)
}

/** Why this file cannot be used where only a picture can be. */
export const pictureProblem = (file: FileInfo) =>
  kindOfFile(file) === 'image' || refusedFormatOf(file)?.kind === 'image'
    ? fileProblem(file)
    : t`Please select an image file.`

/** The server's message, shown before the upload. */
const drawingProblem = (file: FileInfo) =>
  isDrawing(file) && file.size > maxDrawingBytes
    ? t`This drawing is larger than ${ph({ svgMb: limits.svgMb })} MB. Simplify it, or save it as PNG, and try again.`
    : undefined

/** Why these files cannot be added together, in the words of spec §5. Undefined if they can. */
export function selectionProblem(present: readonly MediaKind[], files: readonly FileInfo[]) {
  const combined = [...present, ...files.map(kindOfFile)]
  if (combined.includes('video') && combined.length > 1) return t`You can only upload one video at a time.`
  if (combined.length <= limits.zineImages) return undefined
  return present.length > 0
    ? t`You can upload up to ${ph({ zineImages: limits.zineImages })} images total.`
    : t`You can upload up to ${ph({ zineImages: limits.zineImages })} images or ${ph({ zineVideos: limits.zineVideos })} video.`
}

export type RefusedFile<Info extends FileInfo = FileInfo> = { file: Info; problem: string }

/** Divides files into those that can be added and those that cannot. */
export function divideFiles<Info extends FileInfo>(
  files: readonly Info[],
  problemOf: (file: Info) => string | undefined = fileProblem,
) {
  const accepted: Info[] = []
  const refused: RefusedFile<Info>[] = []
  for (const file of files) {
    const problem = problemOf(file)
    if (problem) refused.push({ file, problem })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/** The problem alone if all files have it. Otherwise each problem with the names of its files. */
export function refusalMessage({
  accepted,
  refused,
}: {
  accepted: readonly unknown[]
  refused: readonly RefusedFile[]
}) {
  const groups = [...Map.groupBy(refused, ({ problem }) => problem)]
  if (accepted.length === 0 && groups.length === 1) return groups[0]?.[0]
  const sentences = groups.map(([problem, group]) => t`Not added: ${ph({ group: listNames(group) })}. ${problem}`)
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

const maxNames = 3

function listNames(refused: readonly RefusedFile[]) {
  const names = refused
    .slice(0, maxNames)
    .map(({ file }) => file.name)
    .join(', ')
  const rest = refused.length - maxNames
  return rest > 0 ? t`${names} and ${plural(rest, { one: '# more file', other: '# more files' })}` : names
}

/** Whether refused files can go to the layout table: too many pictures, or a PDF. No videos. */
export function canBeLaidOut(present: readonly MediaKind[], files: readonly FileInfo[]) {
  const isPages = files.every((file) => kindOfFile(file) === 'image' || isPdf(file))
  if (!isPages || present.includes('video')) return false
  return files.some(isPdf) || present.length + files.length > limits.zineImages
}

export const isPdf = ({ name, type }: Pick<FileInfo, 'name' | 'type'>) =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))

export const canAddMore = (present: readonly MediaKind[]) =>
  present.length > 0 && present.length < limits.zineImages && !present.includes('video')

/** Why a zine cannot be shared yet (spec §5). Undefined if it can. */
export const shareProblem = (draft: { title: string; pages: number; signedIn: boolean }) =>
  isBlank(draft.title) || draft.pages === 0 || !draft.signedIn
    ? t`Please fill in all required fields and select at least one file.`
    : undefined
