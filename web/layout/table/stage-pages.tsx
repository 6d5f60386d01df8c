import { pageRatio } from '#contract/paper-formats.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { PageStrip } from '#web/upload/pages/page-strip.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { AddPageMenu } from './add-pages.tsx'
import { FoldedZine } from './folded-zine.tsx'
import { isVideo, type Layout } from './layout.ts'
import css from './layout-stage.module.css'
import type { PageMaker } from './page-maker-slot.tsx'
import type { LayoutTableProps, useStage } from './use-stage.ts'

type PagesProps = Omit<LayoutTableProps, 'children'> & {
  stage: ReturnType<typeof useStage>
  maker: PageMaker
  isFolded: boolean
}

/** The current page or the folded zine, and the strip with all pages. */
export function StagePages({
  stage,
  maker,
  isFolded,
  layout,
  maxPages,
  busy = false,
  cutPages = [],
  ...props
}: PagesProps) {
  const { layoutPages, allPages, pageIndex, current } = stage
  const { onPdf, canAddPdf = true } = props
  const cutIds = new Set(cutPages.map(({ id }) => id))
  const isCut = (layoutIndex = -1) => cutIds.has(layoutPages[layoutIndex]?.id ?? '')
  return (
    <div className={css.pages}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button “Edit page” does the same */}
      <div className={css.preview} onDoubleClick={maker.edit}>
        <Preview
          layout={layout}
          stage={stage}
          maker={maker}
          isFolded={isFolded && current?.layoutIndex !== undefined}
        />
      </div>
      <div className={css.strip}>
        <PageStrip
          pages={allPages.map((page) => ({ ...page, isCut: isCut(page.layoutIndex) }))}
          pageIndex={pageIndex}
          onShow={stage.show}
          onMove={stage.move}
          onOpen={maker.edit}
        >
          {allPages.length < maxPages && !isVideo(layout) && (
            <AddPageMenu
              onChoose={(files) => stage.addFiles(files)}
              onPdf={canAddPdf ? onPdf : undefined}
              onMake={maker.openNew}
              disabled={busy}
            />
          )}
        </PageStrip>
      </div>
    </div>
  )
}

type PreviewProps = { layout: Layout; stage: ReturnType<typeof useStage>; maker: PageMaker; isFolded: boolean }

function Preview({ layout, stage: { layoutPages, allPages, ...stage }, maker, isFolded }: PreviewProps) {
  const { pageIndex, current, show, positionOf } = stage
  const language = soleLanguage(layout.details)
  if (!isFolded)
    return <PageViewer pages={allPages} pageIndex={pageIndex} language={language} paper={layout.paper} onShow={show} />
  return (
    <FoldedZine
      pages={layoutPages}
      pageIndex={current?.layoutIndex ?? -1}
      ratio={pageRatio(layout.paper, layoutPages[0])}
      direction={layout.readingDirection}
      language={language}
      onShow={(index) => (index === current?.layoutIndex ? maker.edit() : show(positionOf(index)))}
    />
  )
}
