import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { useFocusOnPages } from '#web/upload/pages/use-file-drop.ts'
import {
  type ContentChange,
  type ContentPage,
  type CutPage,
  idOf,
  insertPage,
  isVideo,
  movePage,
  removePage,
  type ZineContent,
} from './content.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import type { Sending } from './use-sending.ts'

type Props = Pick<LayoutTableProps, 'content' | 'onChange' | 'sending' | 'maxPages' | 'busy' | 'onPdf' | 'initialPages'>
/** `number`: among the pages shown. */
type Removed = { page: ContentPage; contentIndex: number; number: number }

export function useStage({ content, onChange, sending, maxPages, onPdf, ...options }: Props) {
  const { t } = useLingui()
  const { busy = false, initialPages } = options
  const contentPages = content.pages
  const allPages = listPages(content, sending)
  const { pageIndex, select } = useSelection(allPages)
  const [announcement, setAnnouncement] = useState('')
  const [removed, setRemoved] = useRemoved(content, ({ contentIndex, number }) => {
    select(undefined, contentIndex)
    setAnnouncement(t`Page ${number} is back.`)
  })
  const current = allPages[pageIndex]
  const idsFrom = (index: number) => allPages.slice(index).map(({ id }) => id)
  const positionOf = (contentIndex: number) => allPages.findIndex((page) => page.contentIndex === contentIndex)
  const pageIndexOf = (pageId: string | undefined) => allPages.findIndex(({ id }) => id === pageId)
  const files = useChosenFiles({
    table: { count: allPages.length, maxPages, isVideo: isVideo(content), hasPdfs: onPdf !== undefined },
    busy,
    initialFiles: initialPages?.files ?? [],
    onPdf,
    onPictures(pictures, insertAt) {
      setRemoved(undefined)
      select(sending.addChosen(pictures, idsFrom(insertAt))[0])
    },
    onReplacement(file) {
      const page = contentPages[current?.contentIndex ?? -1]
      if (!page) return
      setRemoved(undefined)
      sending.replace(page.id, file)
    },
  })
  function change(contentChange: ContentChange) {
    setRemoved(undefined)
    onChange(contentChange)
  }
  function move(from: number, to: number) {
    const [moved, place] = [allPages[from], allPages[to]]
    if (busy || from === to || moved?.contentIndex === undefined || place?.contentIndex === undefined) return
    change(movePage(moved.contentIndex, place.contentIndex))
    select(moved.id, to)
    setAnnouncement(t`Page ${ph({ from: from + 1 })} is now page ${ph({ to: to + 1 })}.`)
  }
  function remove(removedIndex: number) {
    const { upload, contentIndex = -1 } = allPages[removedIndex] ?? {}
    const page = content.pages[contentIndex]
    if (upload) sending.remove(upload.id)
    setRemoved(page && { page, contentIndex, number: removedIndex + 1 })
    if (!page) return
    onChange(removePage(contentIndex))
    select(allPages[removedIndex + 1]?.id, removedIndex)
    setAnnouncement(t`Page ${ph({ number: removedIndex + 1 })} was removed.`)
  }
  const show = (index: number) => select(allPages[index]?.id, index)
  const undo = () => removed && onChange(insertPage(removed.contentIndex, removed.page))
  const reading = {
    contentPages,
    allPages,
    pageIndex,
    current,
    removed,
    announcement,
    idsFrom,
    positionOf,
    pageIndexOf,
  }
  return { ...reading, ...files, ref: useFocusOnPages(allPages.length), change, move, remove, select, show, undo }
}

/** The current page. It stays the same while others are added, removed or moved. */
function useSelection(pages: readonly { id: string }[]) {
  const [selected, setSelected] = useState<{ id: string | undefined; index: number }>({ id: '', index: 0 })
  const { index } = selected
  const found = pages.findIndex(({ id }) => id === selected.id)
  const pageIndex = found >= 0 ? found : Math.max(0, Math.min(index, pages.length - 1))
  const id = pages[pageIndex]?.id
  if (id !== undefined && (id !== selected.id || pageIndex !== index)) setSelected({ id, index: pageIndex })
  /** `otherwise` counts if there is no page with this id. */
  const select = (pageId: string | undefined, otherwise = pages.length) => setSelected({ id: pageId, index: otherwise })
  return { pageIndex, select }
}

type Upload = Sending['pages'][number]

/** The pages of the content, and those being added where they will be. */
function listPages(content: ZineContent, { pages: uploads, places }: Sending) {
  const allPages = content.pages.map((page, contentIndex) => {
    const upload = uploads.find(({ id }) => id === page.id)
    const shown = toStripPage(page, isVideo(content), upload)
    return {
      ...shown,
      id: page.id,
      contentIndex: contentIndex as number | undefined,
      upload,
    }
  })
  for (const upload of uploads) {
    if (allPages.some(({ id }) => id === upload.id)) continue
    const page = { ...toUploadPage(upload), id: upload.id, contentIndex: undefined, upload }
    allPages.splice(places.indexFor(upload.id, allPages.map(idOf)), 0, page)
  }
  return allPages
}

/** The page removed last, until it is back, by “Put it back” or by undo. */
function useRemoved(content: ZineContent, onRestored: (removed: Removed) => void) {
  const [removed, setRemoved] = useState<Removed>()
  if (removed && content.pages.some(({ id }) => id === removed.page.id)) {
    setRemoved(undefined)
    onRestored(removed)
  }
  return [removed, setRemoved] as const
}

/** A page that is being replaced shows its new picture. */
const toStripPage = ({ url, altText }: ContentPage, video: boolean, replacement: Upload | undefined): StripEntry => ({
  altText,
  preview: addressAtWidth(url, 400),
  large: addressAtWidth(url, 800),
  status: 'ready',
  kind: video ? 'video' : 'image',
  ...(replacement && toUploadPage(replacement)),
})

type StripEntry = Pick<Upload, 'altText' | 'preview' | 'status' | 'kind'> & { large?: string; file?: File }

const toUploadPage = ({ altText, preview, status, kind, file }: Upload): StripEntry => ({
  altText,
  preview,
  status,
  kind,
  file,
  ...(preview && { large: preview }),
})

export type LayoutProblems = { title?: string | undefined; pages?: string | undefined }

export type LayoutTableProps = {
  content: ZineContent
  onChange: (change: ContentChange) => void
  sending: Sending
  maxPages: number
  /** The id of the zine, which a draft already knows. */
  zineId: string
  isPublished?: boolean
  busy?: boolean
  problems?: LayoutProblems
  initialPages?: { files: readonly File[]; recipes: readonly PageRecipe[] }
  onPdf?: ((file: File) => void) | undefined
  /** Whether no other PDF is being read. */
  canAddPdf?: boolean
  /** Notices about files that are read are above the pages. */
  notices?: ReactNode
  cutPages?: readonly CutPage[]
  /** A page to open in the page maker. */
  opened?: CutPage | undefined
  /** What can be done with all pages: next to the details, or above the folded zine. */
  actions?: ReactNode
  children?: ReactNode
}
