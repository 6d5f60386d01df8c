import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import { useFileDrop, useFocusOnPages } from '#web/upload/pages/use-file-drop.ts'
import { type Chosen, drawingRefusal, isPdf, kindOfFile } from '#web/upload/upload-rules.ts'
import {
  insertPage,
  isVideo,
  keyedPages,
  type Layout,
  type LayoutChange,
  type LayoutPage,
  moveTo,
  takePage,
} from './layout.ts'
import type { Sending } from './use-sending.ts'

type Props = Pick<LayoutTableProps, 'layout' | 'onChange' | 'sending' | 'most' | 'busy' | 'onPdf' | 'given'>
type Removed = { page: LayoutPage; place: number }

export function useStage({ layout, onChange, sending, most, busy = false, onPdf, given = [] }: Props) {
  const laid = keyedPages(layout.pages)
  const coming = sending.pages
  const count = laid.length + coming.length
  const [current, setCurrent] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const [removed, setRemoved] = useState<Removed>()
  const [announcement, setAnnouncement] = useState('')
  const place = Math.min(current, Math.max(0, count - 1))

  function choose(files: File[], at?: number) {
    if (!busy && !isBehindDialog()) take(files, at)
  }
  function take(files: File[], at?: number) {
    if (files.length === 0) return
    const [pdf] = files
    if (onPdf && files.length === 1 && pdf && isPdf(pdf)) {
      setRefusal(undefined)
      return onPdf(pdf)
    }
    const refused = pictureRefusal(files, { count, most, isVideo: isVideo(layout) })
    setRefusal(refused)
    if (refused) return
    if (at !== undefined) setRemoved(undefined)
    setCurrent(at ?? count)
    sending.add(files, at)
  }
  const takeGiven = useEffectEvent(() => take([...given]))
  useEffect(() => takeGiven(), [])
  function move(from: number, to: number) {
    if (busy || from === to || to < 0 || Math.max(from, to) >= laid.length) return
    onChange(moveTo(from, to))
    setCurrent(to)
    setAnnouncement(`Page ${from + 1} is now page ${to + 1}.`)
  }
  function remove(gone: number) {
    const page = layout.pages[gone]
    const onItsWay = coming[gone - laid.length]
    if (onItsWay) sending.remove(onItsWay.id)
    if (!page) return
    onChange(takePage(gone))
    setRemoved({ page, place: gone })
    setCurrent(Math.max(0, gone - 1))
    setAnnouncement(`Page ${gone + 1} was removed.`)
  }
  function undo() {
    if (!removed) return
    onChange(insertPage(removed.place, removed.page))
    setRemoved(undefined)
    setCurrent(removed.place)
    setAnnouncement(`Page ${removed.place + 1} is back.`)
  }
  return {
    ref: useFocusOnPages(count),
    over: useFileDrop((files) => choose(files)),
    ...{ laid, coming, place, refusal, removed, announcement, choose, move, remove, undo },
    show: setCurrent,
    shown: [...laid.map((page) => shownPage(page, isVideo(layout))), ...coming],
  }
}

const shownPage = ({ id, url, altText }: LayoutPage & { id: string }, video: boolean) => ({
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

type Table = {
  count: number
  most: number
  isVideo?: boolean
}

function pictureRefusal(chosen: readonly Chosen[], { count, most, isVideo }: Table) {
  const kinds = chosen.map(kindOfFile)
  if (kinds.includes('video')) return 'A video has to be published as its own zine. Pages here are pictures.'
  if (kinds.includes(undefined)) return 'Please select image files only.'
  if (isVideo) return 'A zine has either pictures or one video. Remove the video first.'
  const tooLarge = drawingRefusal(chosen)
  if (tooLarge) return tooLarge
  const together = count + chosen.length
  if (together <= most) return undefined
  return count === 0
    ? `A zine can have ${most} pages. These are ${together}.`
    : `A zine can have ${most} pages. With these it would have ${together}.`
}

export type LayoutProblems = { title?: string | undefined; pages?: string | undefined }

export type LayoutTableProps = {
  layout: Layout
  onChange: (change: LayoutChange) => void
  sending: Sending
  most: number
  busy?: boolean
  problems?: LayoutProblems
  given?: readonly File[]
  onPdf?: ((file: File) => void) | undefined
  below?: ReactNode
  children?: ReactNode
}
