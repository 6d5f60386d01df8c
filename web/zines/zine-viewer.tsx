import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { nameOfLanguage } from '#contract/language-name.ts'
import type { ZinePage } from '#contract/media.ts'
import { altLanguageOf, type TextLanguage } from '#contract/text-language.ts'
import type { FullZine, FullZinePage, Zine } from '#contract/zines.ts'
import { Carousel, wrapIndex } from '#web/ui/carousel/carousel.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { MissingMedia } from '#web/ui/states/missing-media.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { usePicturesOnPaper } from '#web/ui/use-pictures-on-paper.ts'
import { ContentWarning } from './content-warning.tsx'
import { addressOfPage, pageCount, placeholderOf, ratioOf } from './zine-media.ts'
import { PageImage, ZineSheet } from './zine-sheet.tsx'
import css from './zine-viewer.module.css'

/** Smaller than the real size on phones, so that only dense screens load twice the pixels. */
const pageSizes = '(min-width: 52rem) 24rem, 14rem'

/** The reader at a page. The state lets the reader go back instead of opening the zine again. */
export const readerLink = (zineId: string, pageIndex: number) => ({
  to: addressOfPage(`/zine/${zineId}/read`, pageIndex),
  state: { isFromZine: true },
})

type ZineViewerProps = {
  zine: Zine | FullZine
  pages: ZinePage[]
  index: number
  onTurn: (index: number) => void
  onNotNow?: () => void
}

/** Uncropped pages, one at a time. Hidden ones are for print and browsers without scripts. */
export function ZineViewer({ zine, pages, index, onTurn, onNotNow }: ZineViewerProps) {
  const { t } = useLingui()
  const mounted = useMounted()
  const stages = useFocusOnTurn(index)
  usePicturesOnPaper(stages)
  const stageRatio = Math.min(...pages.map((zinePage) => ratioOf(zinePage, zine)))
  const notNow = (note: string) =>
    pages.length < 2 || (note === zine.contentNote?.text && zine.contentNote.coversPages)
      ? onNotNow?.()
      : onTurn(wrapIndex(index, 1, pages.length))
  const isNext = (at: number) => [1, -1].some((by) => wrapIndex(index, by, pages.length) === at)
  return (
    <Carousel
      label={t`Pages of ${ph({ title: zine.title })}`}
      count={pages.length}
      index={index}
      direction={'readingDirection' in zine ? zine.readingDirection : 'ltr'}
      onTurn={onTurn}
    >
      <div className={css.frame}>
        <div
          ref={stages}
          className={css.stages}
          style={{ '--stage': Number.isFinite(stageRatio) ? stageRatio : 4 / 5 } as CSSProperties}
        >
          {pages.length === 0 && (
            <Stage>
              <ContentUnavailable />
            </Stage>
          )}
          {pages.map((page, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page's index is its identity
            <Stage key={at} hidden={at !== index}>
              <Page
                zine={zine}
                page={page}
                number={at + 1}
                isFirst={at === index}
                // Preloads the next and the previous page, so that turning is instant.
                isNext={mounted && isNext(at)}
                onNotNow={notNow}
              />
            </Stage>
          ))}
        </div>
      </div>
    </Carousel>
  )
}

/** Turning hides the page that may have focus. The next page gets it, so that arrow keys still turn pages. */
function useFocusOnTurn(index: number) {
  const stages = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const stage = stages.current?.children[index]
    if (!(stage instanceof HTMLElement) || !stages.current?.querySelector(':is([hidden], [hidden] *):focus')) return
    const target = stage.querySelector<HTMLElement>('a, button, video') ?? stage
    target.focus({ preventScroll: true })
  }, [index])
  return stages
}

const Stage = (stage: { hidden?: boolean; children: ReactNode }) => (
  <div className={css.stage} data-shows tabIndex={-1} {...stage} />
)

type PageProps = {
  zine: Zine
  page: ZinePage
  number: number
  isFirst: boolean
  isNext: boolean
  onNotNow: (note: string) => void
}

function Page({ zine, page, number, isFirst, isNext, onNotNow }: PageProps) {
  const { t } = useLingui()
  const [broken, setBroken] = useState(false)
  const onBroken = () => setBroken(true)
  const ratio = ratioOf(page, zine)
  const fallback =
    number === 1 ? t`Cover of ${ph({ title: zine.title })}` : t`Page ${number} of ${ph({ title: zine.title })}`
  const label = page.altText || fallback
  const language = altLanguageOf(page.altText, zine.language)
  if (broken && page.kind === 'video') return <ContentUnavailable ratio={ratio} />
  if (broken) {
    return <MissingMedia title={t`Image unavailable`} message={t`This image could not be loaded`} ratio={ratio} />
  }
  return (
    <ZineSheet pages={pageCount(zine)} ratio={ratio} placeholder={placeholderOf(page, zine)}>
      <ContentWarning zine={zine} page={page} onNotNow={onNotNow}>
        {page.kind === 'image' ? (
          <Link className={css.read} {...readerLink(zine.id, number - 1)}>
            <PageImage
              page={page}
              isFirst={isFirst}
              isNext={isNext}
              onBroken={onBroken}
              alt={label}
              {...language}
              sizes={pageSizes}
            />
            <span className="sr"> {t`Open the reader`}</span>
          </Link>
        ) : (
          <Video page={page} label={label} language={language} onBroken={onBroken} />
        )}
      </ContentWarning>
    </ZineSheet>
  )
}

type VideoProps = { page: ZinePage & Partial<Pick<FullZinePage, 'captions'>>; onBroken: () => void } & {
  label: string
  language: TextLanguage | undefined
}

/** On paper, a still picture replaces the video. */
const Video = ({ page, label, language, onBroken }: VideoProps) => (
  <>
    {/* biome-ignore lint/a11y/useMediaCaption: not every creator adds captions, and the description is next to the video */}
    <video
      ref={detectEarlyFailure(onBroken)}
      src={page.url}
      poster={page.posterUrl ?? undefined}
      aria-label={label}
      lang={language?.lang}
      dir={language?.dir}
      width={page.width ?? undefined}
      height={page.height ?? undefined}
      controls
      playsInline
      preload="metadata"
      onError={onBroken}
    >
      {page.captions?.map(({ language: tag, url }) => (
        <track key={tag} kind="captions" src={url} srcLang={tag} label={nameOfLanguage(tag) ?? tag} />
      ))}
    </video>
    {page.posterUrl && <img className={css.still} src={page.posterUrl} alt={label} {...language} loading="lazy" />}
  </>
)

function ContentUnavailable({ ratio }: { ratio?: number | undefined }) {
  const { t } = useLingui()
  return <MissingMedia title={t`Content unavailable`} message={t`This media could not be loaded`} ratio={ratio} />
}
