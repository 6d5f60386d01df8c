import { useState } from 'react'
import { type Orders, ordersOf } from './file-order.ts'
import type { ChosenPage, ChosenPages } from './pages/chosen-pages.ts'
import { useFileDrop } from './pages/use-file-drop.ts'
import { canBeLaidOut, divideFiles, isPdf, kindOfFile, refusalMessage, selectionProblem } from './upload-rules.ts'

type Options = { chosen: ChosenPages; pages: readonly ChosenPage[]; busy: boolean; onAdded: () => void }

/** Adds chosen and dropped files to the dialog's pages, and keeps why others were not added. */
export function useSelection({ chosen, pages, busy, onAdded }: Options) {
  const [orders, setOrders] = useState<Orders<File>>()
  const [rejection, setRejection] = useState<Rejection>()

  function addFiles(files: File[]) {
    if (busy || files.length === 0) return
    const { accepted, rejected } = divideSelection(pages, files)
    setRejection(rejected)
    if (accepted.length === 0) return
    const addedOrders = ordersOf(accepted)
    setOrders(addedOrders)
    chosen.add(addedOrders.byName)
    onAdded()
  }
  const isDraggedOver = useFileDrop({
    onFiles: addFiles,
    onProblem: (message) => setRejection({ message, isForTable: false, files: [] }),
  })
  return { orders, rejection, isDraggedOver, addFiles }
}

type Rejection = { message: string; isForTable: boolean; files: readonly File[] }

/** Files that do not fit together are all rejected. Otherwise only those that can never be added. */
function divideSelection(pages: readonly ChosenPage[], files: File[]): { accepted: File[]; rejected?: Rejection } {
  const present = pages.map(({ kind }) => kind)
  const { accepted, refused } = divideFiles(files)
  const problem = selectionProblem(present, accepted)
  const refusal = refusalMessage({ accepted, refused })
  const message = [problem, refusal].filter(Boolean).join(' ')
  if (!message) return { accepted }
  const forTable = [...(problem ? accepted : []), ...refused.map(({ file }) => file).filter(isPdf)]
  const remaining = problem ? present : [...present, ...accepted.map((file) => kindOfFile(file) ?? 'image')]
  const isForTable = forTable.length > 0 && canBeLaidOut(remaining, forTable)
  return { accepted: problem ? [] : accepted, rejected: { message, files: forTable, isForTable } }
}
