import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type MouseEvent, useState } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { type PaperFormat, type PictureSize, pageRatio } from '#contract/paper-formats.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import carousel from '#web/ui/carousel/carousel.module.css'
import { wrapIndex } from '#web/ui/carousel/carousel.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import missing from '#web/ui/states/missing-media.module.css'
import zine from '#web/ui/zine-sheet.module.css'
import type { ChosenPage } from './chosen-pages.ts'
import css from './page-viewer.module.css'

type ViewablePage = Pick<ChosenPage, 'id' | 'kind' | 'preview' | 'altText'> & {
  file?: Pick<File, 'name'>
  large?: string
}

type Props = {
  pages: readonly ViewablePage[]
  pageIndex: number
  paper: PaperFormat
  direction: ReadingDirection
  /** The declared language of the zine's texts. */
  language?: string | null | undefined
  onShow: (pageIndex: number) => void
}

export function PageViewer({ pages, pageIndex, paper, direction, language, onShow }: Props) {
  const { t } = useLingui()
  const page = pages[pageIndex]
  if (!page) return null
  const several = pages.length > 1
  const arrow = (by: 1 | -1) =>
    several && (
      <IconButton
        boxed
        dir={direction}
        icon={by < 0 ? ChevronLeft : ChevronRight}
        className={`${carousel.nav} ${by < 0 ? carousel.prev : carousel.next}`}
        aria-label={by < 0 ? t`Previous page` : t`Next page`}
        onMouseDown={keepTextFocus}
        onClick={() => onShow(wrapIndex(pageIndex, by, pages.length))}
      />
    )
  return (
    <div className={`${carousel.viewer} ${css.viewer}`}>
      {arrow(-1)}
      <Sheet
        key={page.preview}
        page={page}
        pageIndex={pageIndex}
        paper={paper}
        language={language}
        count={pages.length}
      />
      {arrow(1)}
    </div>
  )
}

/** Keeps the text field focused and a phone's keyboard open while a member describes pages. */
const keepTextFocus = (event: MouseEvent) => {
  if (document.activeElement instanceof HTMLTextAreaElement) event.preventDefault()
}

type SheetProps = Pick<Props, 'pageIndex' | 'paper' | 'language'> & { page: ViewablePage; count: number }

/** The page on its paper. A page as large as its picture needs no size. */
function Sheet({ page, pageIndex, paper, language, count }: SheetProps) {
  const [picture, setPicture] = useState<PictureSize>()
  const ratio = paper === 'pictures' ? undefined : pageRatio(paper, picture)
  return (
    <span
      className={ratio ? zine.sheet : `${zine.sheet} ${css.page}`}
      data-pages={count > 1 ? count : undefined}
      style={{ '--r': ratio } as CSSProperties}
    >
      <Preview page={page} pageIndex={pageIndex} language={language} onSize={setPicture} />
    </span>
  )
}

type PreviewProps = Pick<SheetProps, 'page' | 'pageIndex' | 'language'> & { onSize: (size: PictureSize) => void }

/** The server can convert some files that the browser cannot show. */
function Preview({ page, pageIndex, language, onSize }: PreviewProps) {
  const { t } = useLingui()
  const [broken, setBroken] = useState(false)
  if (broken || !page.preview) {
    return (
      <span className={`${missing.media} ${css.noPreview}`}>
        <strong>{broken ? t`No preview` : t`No preview yet`}</strong>
        {page.file && <span>{page.file.name}</span>}
      </span>
    )
  }
  if (page.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: captions are offered when the zine is published
      <video src={page.large ?? page.preview} controls playsInline onError={() => setBroken(true)} />
    )
  }
  return (
    <img
      src={page.large ?? page.preview}
      alt={page.altText || t`Page ${ph({ number: pageIndex + 1 })}`}
      {...altLanguageOf(page.altText, language)}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize({ width, height })}
      onError={() => setBroken(true)}
    />
  )
}
