import {
  divideFiles,
  type FileInfo,
  fileProblem,
  isPdf,
  kindOfFile,
  refusalMessage,
  refusedFormatOf,
} from '#web/upload/upload-rules.ts'

export type Table = {
  count: number
  maxPages: number
  isVideo: boolean
  /** Whether a PDF can be added. */
  hasPdfs: boolean
}

/** Divides files into a PDF, pictures, and those that `problem` names. Too many pictures are refused together. */
export function divideForTable(files: readonly File[], table: Table) {
  const pdf = table.hasPdfs ? files.find(isPdf) : undefined
  const { accepted, refused } = divideFiles(files, (file) => (file === pdf ? undefined : pageProblem(file, table)))
  const pictures = accepted.filter((file) => file !== pdf)
  const tableProblem = pictures.length > 0 ? getTableProblem(pictures.length, table) : undefined
  const problem = [tableProblem, refusalMessage({ accepted, refused })].filter(Boolean).join(' ')
  return tableProblem ? { pdf: undefined, pictures: [], problem } : { pdf, pictures, problem }
}

/** Why this file cannot be a page. */
function pageProblem(file: FileInfo, { hasPdfs }: Table) {
  if (hasPdfs && isPdf(file)) return 'Add one PDF at a time.'
  if (kindOfFile(file) === 'video') return 'A video has to be published as its own zine. Pages here are images.'
  if (!kindOfFile(file) && !refusedFormatOf(file)) return 'Please select image files only.'
  return fileProblem(file)
}

function getTableProblem(added: number, { count, maxPages, isVideo }: Table) {
  if (isVideo) return 'A zine has either images or one video. Remove the video first.'
  const total = count + added
  if (total <= maxPages) return undefined
  return count === 0
    ? `A zine can have up to ${maxPages} pages. You chose ${total}.`
    : `A zine can have up to ${maxPages} pages. These would make ${total}.`
}
