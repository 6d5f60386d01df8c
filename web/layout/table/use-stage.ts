import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import { useFileDrop, useFocusOnPages } from '#web/upload/pages/use-file-drop.ts'
import {
  insertPage,
  isVideo,
  keyedPages,
  type Layout,
  type LayoutChange,
  type LayoutPage,
  movePage,
  removePage,
} from './layout.ts'
import { divideForTable } from './table-files.ts'
import type { Sending } from './use-sending.ts'

type Props = Pick<LayoutTableProps, 'layout' | 'onChange' | 'sending' | 'maxPages' | 'busy' | 'onPdf' | 'initialFiles'>
/** `copies`: how often its picture occurred before the removal. */
type Removed = { page: LayoutPage; pageIndex: number; copies: number }

export function useStage({ layout, onChange, sending, maxPages, onPdf, ...options }: Props) {
  const { busy = false, initialFiles = [] } = options
  const { layoutPages, allPages, uploads } = listPages(layout, sending)
  const count = allPages.length
  const tableState = { count, maxPages, isVideo: isVideo(layout), hasPdfs: onPdf !== undefined }
  const [current, setCurrent] = useState(0)
  const [problem, setProblem] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const [removed, setRemoved] = useRemoved(layout, (restoredIndex) => {
    setCurrent(restoredIndex)
    setAnnouncement(`Page ${restoredIndex + 1} is back.`)
  })
  const pageIndex = Math.min(current, Math.max(0, count - 1))

  function addFiles(files: File[], insertAt?: number) {
    if (!busy && !isBehindDialog()) startUploads(files, insertAt)
  }
  function startUploads(files: File[], insertAt?: number) {
    if (files.length === 0) return
    const { pdf, pictures, problem: nextProblem } = divideForTable(files, tableState)
    setProblem(nextProblem)
    if (pdf) onPdf?.(pdf)
    if (pictures.length === 0) return
    setRemoved(undefined)
    setCurrent(insertAt ?? count)
    sending.addChosen(pictures, insertAt)
  }
  function replace([file]: File[]) {
    const page = layoutPages[pageIndex]
    if (busy || !file || !page) return
    const nextProblem = divideForTable([file], { ...tableState, count: count - 1, hasPdfs: false }).problem
    setProblem(nextProblem)
    if (nextProblem) return
    setRemoved(undefined)
    sending.replace(page.id, file)
  }
  const addInitialFiles = useEffectEvent(() => startUploads([...initialFiles]))
  useEffect(() => addInitialFiles(), [])
  function change(layoutChange: LayoutChange) {
    setRemoved(undefined)
    onChange(layoutChange)
  }
  function move(from: number, to: number) {
    if (busy || from === to || to < 0 || Math.max(from, to) >= layoutPages.length) return
    change(movePage(from, to))
    setCurrent(to)
    setAnnouncement(`Page ${from + 1} is now page ${to + 1}.`)
  }
  function remove(removedIndex: number) {
    const page = layout.pages[removedIndex]
    const upload = uploads[removedIndex]
    if (upload) sending.remove(upload.id)
    setRemoved(page && { page, pageIndex: removedIndex, copies: countCopies(layout, page) })
    if (!page) return
    onChange(removePage(removedIndex))
    setCurrent(removedIndex)
    setAnnouncement(`Page ${removedIndex + 1} was removed.`)
  }
  return {
    ref: useFocusOnPages(count),
    isDropTarget: useFileDrop({
      onFiles: (files) => addFiles(files),
      onProblem: (message) => isBehindDialog() || setProblem(message),
    }),
    ...{ layoutPages, allPages, pageIndex, problem, removed, announcement },
    ...{ addFiles, replace, change, move, remove, uploads },
    undo: () => removed && onChange(insertPage(removed.pageIndex, removed.page)),
    show: setCurrent,
    pageIndexOf: (uploadId: string) => uploads.findIndex((upload) => upload?.id === uploadId),
  }
}

type Upload = Sending['pages'][number]

/**
 * The pages of the layout, then those being added, and the upload of each. An upload that replaces a picture adds no
 * page.
 */
function listPages(layout: Layout, { pages, replacedPages }: Sending) {
  const layoutPages = keyedPages(layout.pages)
  const replacements = layoutPages.map((page) => pages.find(({ id }) => replacedPages.get(id) === page.id))
  const addedPages = pages.filter((upload) => !replacements.includes(upload))
  return {
    layoutPages,
    allPages: [
      ...layoutPages.map((page, pageIndex) => toStripPage(page, isVideo(layout), replacements[pageIndex])),
      ...addedPages,
    ],
    uploads: [...replacements, ...addedPages],
  }
}

/** The page removed last, until it is back, by “Put it back” or by undo. */
function useRemoved(layout: Layout, onRestored: (pageIndex: number) => void) {
  const [removed, setRemoved] = useState<Removed>()
  if (removed && countCopies(layout, removed.page) === removed.copies) {
    setRemoved(undefined)
    onRestored(removed.pageIndex)
  }
  return [removed, setRemoved] as const
}

const countCopies = ({ pages }: Layout, { url }: LayoutPage) => pages.filter((page) => page.url === url).length

/** A page that is being replaced shows its new picture. */
const toStripPage = (
  { id, url, altText }: LayoutPage & { id: string },
  video: boolean,
  replacement: Upload | undefined,
) => ({
  id,
  altText,
  preview: addressAtWidth(url, 400),
  large: addressAtWidth(url, 800),
  step: 'ready' as const,
  kind: video ? ('video' as const) : ('image' as const),
  ...(replacement && {
    preview: replacement.preview,
    large: replacement.preview,
    step: replacement.step,
    file: replacement.file,
  }),
})

/** A file dropped while a dialog is open belongs to the dialog. */
const isBehindDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

export type LayoutProblems = { title?: string | undefined; pages?: string | undefined }

export type LayoutTableProps = {
  layout: Layout
  onChange: (change: LayoutChange) => void
  sending: Sending
  maxPages: number
  /** The id of the zine, which a draft already knows. */
  zineId: string
  isPublished?: boolean
  busy?: boolean
  problems?: LayoutProblems
  initialFiles?: readonly File[]
  onPdf?: ((file: File) => void) | undefined
  /** Whether no other PDF is being read. */
  canAddPdf?: boolean
  below?: ReactNode
  /** What can be done with all pages: next to the details, or above the folded zine. */
  actions?: ReactNode
  children?: ReactNode
}
