import { useEffect, useEffectEvent, useState } from 'react'
import { useFileDrop } from '#web/upload/pages/use-file-drop.ts'
import { divideForTable, type Table } from './table-files.ts'

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
