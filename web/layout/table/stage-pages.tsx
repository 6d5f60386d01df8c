import { pageRatio } from '#contract/paper-formats.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { PageStrip } from '#web/upload/pages/page-strip.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { AddPageMenu } from './add-pages.tsx'
import { isVideo, type ZineContent } from './content.ts'
import { FoldedZine } from './folded-zine.tsx'
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
  content,
  maxPages,
  busy = false,
  cutPages = [],
  ...props
}: PagesProps) {
  const { contentPages, allPages, pageIndex, current } = stage
  const { onPdf, canAddPdf = true } = props
  const cutIds = new Set(cutPages.map(({ id }) => id))
  const isCut = (contentIndex = -1) => cutIds.has(contentPages[contentIndex]?.id ?? '')
  return (
    <div className={css.pages}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button “Edit page” does the same */}
      <div className={css.preview} onDoubleClick={maker.edit}>
        <Preview
          content={content}
          stage={stage}
          maker={maker}
          isFolded={isFolded && current?.contentIndex !== undefined}
        />
      </div>
      <div className={css.strip}>
        <PageStrip
          pages={allPages.map((page) => ({ ...page, isCut: isCut(page.contentIndex) }))}
          pageIndex={pageIndex}
          direction={content.readingDirection}
          onShow={stage.show}
          onMove={stage.move}
          onOpen={maker.edit}
        >
          {allPages.length < maxPages && !isVideo(content) && (
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

type PreviewProps = { content: ZineContent; stage: ReturnType<typeof useStage>; maker: PageMaker; isFolded: boolean }

function Preview({ content, stage: { contentPages, allPages, ...stage }, maker, isFolded }: PreviewProps) {
  const { pageIndex, current, show, positionOf } = stage
  const language = soleLanguage(content.details)
  if (!isFolded)
    return (
      <PageViewer
        pages={allPages}
        pageIndex={pageIndex}
        language={language}
        paper={content.paper}
        direction={content.readingDirection}
        onShow={show}
      />
    )
  return (
    <FoldedZine
      pages={contentPages}
      pageIndex={current?.contentIndex ?? -1}
      ratio={pageRatio(content.paper, contentPages[0])}
      direction={content.readingDirection}
      language={language}
      onShow={(index) => (index === current?.contentIndex ? maker.edit() : show(positionOf(index)))}
    />
  )
}
