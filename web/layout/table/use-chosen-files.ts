import { plural, t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFileDrop } from '#web/upload/pages/use-file-drop.ts'
import {
  divideFiles,
  type FileInfo,
  fileProblem,
  isPdf,
  kindOfFile,
  refusalMessage,
  refusedFormatOf,
} from '#web/upload/upload-rules.ts'

type Options = {
  table: Table
  busy: boolean
  initialFiles: readonly File[]
  onPdf: ((file: File) => void) | undefined
  onPictures: (pictures: File[], insertAt: number) => void
  onReplacement: (file: File) => void
}

/** Files that are chosen or dropped, as the pages or the PDF that they become, and what is wrong with the others. */
export function useChosenFiles({ table, busy, initialFiles, onPdf, onPictures, onReplacement }: Options) {
  const [problem, setProblem] = useState('')
  function accept(files: File[], insertAt = table.count) {
    if (files.length === 0) return
    const { pdf, pictures, problem: nextProblem } = divideForTable(files, table)
    setProblem(nextProblem)
    if (pdf) onPdf?.(pdf)
    if (pictures.length > 0) onPictures(pictures, insertAt)
  }
  function addFiles(files: File[], insertAt?: number) {
    if (!busy && !isBehindDialog()) accept(files, insertAt)
  }
  function replace([file]: File[]) {
    if (busy || !file) return
    const { problem: nextProblem } = divideForTable([file], { ...table, count: table.count - 1, hasPdfs: false })
    setProblem(nextProblem)
    if (!nextProblem) onReplacement(file)
  }
  const addInitialFiles = useEffectEvent(() => accept([...initialFiles]))
  useEffect(() => addInitialFiles(), [])
  const isDropTarget = useFileDrop({
    onFiles: (files) => addFiles(files),
    onProblem: (message) => isBehindDialog() || setProblem(message),
  })
  return { problem, addFiles, replace, isDropTarget }
}

/** A file dropped while a dialog is open belongs to the dialog. */
const isBehindDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

type Table = {
  count: number
  maxPages: number
  isVideo: boolean
  /** Whether a PDF can be added. */
  hasPdfs: boolean
}

/** Divides files into a PDF, pictures, and those that `problem` names. Too many pictures are refused together. */
function divideForTable(files: readonly File[], table: Table) {
  const pdf = table.hasPdfs ? files.find(isPdf) : undefined
  const { accepted, refused } = divideFiles(files, (file) => (file === pdf ? undefined : pageProblem(file, table)))
  const pictures = accepted.filter((file) => file !== pdf)
  const tableProblem = pictures.length > 0 ? getTableProblem(pictures.length, table) : undefined
  const problem = [tableProblem, refusalMessage({ accepted, refused })].filter(Boolean).join(' ')
  return tableProblem ? { pdf: undefined, pictures: [], problem } : { pdf, pictures, problem }
}

/** Why this file cannot be a page. */
function pageProblem(file: FileInfo, { hasPdfs }: Table) {
  if (hasPdfs && isPdf(file)) return t`Add one PDF at a time.`
  if (kindOfFile(file) === 'video') return t`A video has to be published as its own zine. Pages here are images.`
  if (!kindOfFile(file) && !refusedFormatOf(file)) return t`Please select image files only.`
  return fileProblem(file)
}

function getTableProblem(added: number, { count, maxPages, isVideo }: Table) {
  if (isVideo) return t`A zine has either images or one video. Remove the video first.`
  const total = count + added
  if (total <= maxPages) return undefined
  return count === 0
    ? t`A zine can have up to ${plural(maxPages, { one: '# page', other: '# pages' })}. You chose ${total}.`
    : t`A zine can have up to ${plural(maxPages, { one: '# page', other: '# pages' })}. These would make ${total}.`
}
