import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import { useFileDrop, useFocusOnPages } from '#web/upload/pages/use-file-drop.ts'
import { drawingProblem, type FileInfo, isPdf, kindOfFile } from '#web/upload/upload-rules.ts'
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
import type { Sending } from './use-sending.ts'

type Props = Pick<LayoutTableProps, 'layout' | 'onChange' | 'sending' | 'maxPages' | 'busy' | 'onPdf' | 'initialFiles'>
type Removed = { page: LayoutPage; pageIndex: number }

export function useStage({ layout, onChange, sending, maxPages, onPdf, ...options }: Props) {
  const { busy = false, initialFiles = [] } = options
  const layoutPages = keyedPages(layout.pages)
  const uploadingPages = sending.pages
  const count = layoutPages.length + uploadingPages.length
  const [current, setCurrent] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [removed, setRemoved] = useState<Removed>()
  const [announcement, setAnnouncement] = useState('')
  const pageIndex = Math.min(current, Math.max(0, count - 1))

  function addFiles(files: File[], insertAt?: number) {
    if (!busy && !isBehindDialog()) startUploads(files, insertAt)
  }
  function startUploads(files: File[], insertAt?: number) {
    if (files.length === 0) return
    const [pdf] = files
    if (onPdf && files.length === 1 && pdf && isPdf(pdf)) {
      setProblem(undefined)
      return onPdf(pdf)
    }
    const nextProblem = getPictureProblem(files, { count, maxPages, isVideo: isVideo(layout) })
    setProblem(nextProblem)
    if (nextProblem) return
    if (insertAt !== undefined) setRemoved(undefined)
    setCurrent(insertAt ?? count)
    sending.add(files, insertAt)
  }
  const addInitialFiles = useEffectEvent(() => startUploads([...initialFiles]))
  useEffect(() => addInitialFiles(), [])
  function move(from: number, to: number) {
    if (busy || from === to || to < 0 || Math.max(from, to) >= layoutPages.length) return
    onChange(movePage(from, to))
    setCurrent(to)
    setAnnouncement(`Page ${from + 1} is now page ${to + 1}.`)
  }
  function remove(removedIndex: number) {
    const page = layout.pages[removedIndex]
    const upload = uploadingPages[removedIndex - layoutPages.length]
    if (upload) sending.remove(upload.id)
    if (!page) return
    onChange(removePage(removedIndex))
    setRemoved({ page, pageIndex: removedIndex })
    setCurrent(Math.max(0, removedIndex - 1))
    setAnnouncement(`Page ${removedIndex + 1} was removed.`)
  }
  function undo() {
    if (!removed) return
    onChange(insertPage(removed.pageIndex, removed.page))
    setRemoved(undefined)
    setCurrent(removed.pageIndex)
    setAnnouncement(`Page ${removed.pageIndex + 1} is back.`)
  }
  return {
    ref: useFocusOnPages(count),
    isDropTarget: useFileDrop((files) => addFiles(files)),
    ...{ layoutPages, uploadingPages, pageIndex, problem, removed, announcement },
    ...{ addFiles, move, remove, undo },
    show: setCurrent,
    allPages: [...layoutPages.map((page) => toStripPage(page, isVideo(layout))), ...uploadingPages],
  }
}

const toStripPage = ({ id, url, altText }: LayoutPage & { id: string }, video: boolean) => ({
  id,
  url,
  altText,
  preview: addressAtWidth(url, 400),
  large: addressAtWidth(url, 800),
  step: 'ready' as const,
  kind: video ? ('video' as const) : ('image' as const),
})

/** A file dropped while a dialog is open belongs to the dialog. */
const isBehindDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

type TableState = {
  count: number
  maxPages: number
  isVideo?: boolean
}

function getPictureProblem(files: readonly FileInfo[], { count, maxPages, isVideo }: TableState) {
  const kinds = files.map(kindOfFile)
  if (kinds.includes('video')) return 'A video has to be published as its own zine. Pages here are images.'
  if (kinds.includes(undefined)) return 'Please select image files only.'
  if (isVideo) return 'A zine has either images or one video. Remove the video first.'
  const tooLarge = drawingProblem(files)
  if (tooLarge) return tooLarge
  const total = count + files.length
  if (total <= maxPages) return undefined
  return count === 0
    ? `A zine can have ${maxPages} pages. These are ${total}.`
    : `A zine can have ${maxPages} pages. With these it would have ${total}.`
}

export type LayoutProblems = { title?: string | undefined; pages?: string | undefined }

export type LayoutTableProps = {
  layout: Layout
  onChange: (change: LayoutChange) => void
  sending: Sending
  maxPages: number
  busy?: boolean
  problems?: LayoutProblems
  initialFiles?: readonly File[]
  onPdf?: ((file: File) => void) | undefined
  below?: ReactNode
  children?: ReactNode
}
