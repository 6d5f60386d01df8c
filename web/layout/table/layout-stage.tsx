import { BookOpen, Image } from 'lucide-react'
import { pageRatio } from '#contract/paper-formats.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { arrangeItems } from '#web/ui/list-order.ts'
import { FileInput } from '#web/upload/pages/file-input.tsx'
import { PageControls } from '#web/upload/pages/page-controls.tsx'
import { PageStrip } from '#web/upload/pages/page-strip.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { SortedNotice } from '#web/upload/pages/sorted-notice.tsx'
import { PrintProgress } from '#web/upload/sending/print-progress.tsx'
import { SheetOffer } from '../sheet/sheet-offer.tsx'
import { AddPageMenu, EmptyTable } from './add-pages.tsx'
import { FoldedZine } from './folded-zine.tsx'
import { isVideo, type Layout, urlOf } from './layout.ts'
import css from './layout-stage.module.css'
import { EditPageButton, type PageMaker, PageMakerSlot, usePageMaker } from './page-maker-slot.tsx'
import { PageTextFields } from './page-text-fields.tsx'
import { UnsavedPagesNotice } from './unsaved-pages.tsx'
import type { Sending } from './use-sending.ts'
import { type LayoutTableProps, useStage } from './use-stage.ts'

type StageProps = Omit<LayoutTableProps, 'children'> & SwitchProps

export function LayoutStage({ isFolded, onFold, actions, ...props }: StageProps) {
  const { layout, sending, maxPages, busy = false, problems, onPdf, canAddPdf = true, below } = props
  const stage = useStage(props)
  const maker = usePageMaker(stage, sending, props.zineId)
  const { layoutPages, pageIndex, allPages, removed } = stage
  const page = layoutPages[pageIndex]
  const count = allPages.length
  const hasVideo = isVideo(layout)
  return (
    <section
      ref={stage.ref}
      className={stage.isDropTarget ? `${css.mat} ${css.dropTarget}` : css.mat}
      aria-label="Pages"
      tabIndex={-1}
    >
      {count === 0 ? (
        <EmptyTable
          maxPages={maxPages}
          isRequiredMissing={problems?.pages !== undefined}
          onChoose={(files) => stage.addFiles(files)}
          onPdf={onPdf}
          onMake={maker.openNew}
        />
      ) : (
        <>
          {layoutPages.length > 1 && <ViewSwitch {...{ isFolded, onFold }} />}
          {isFolded && actions}
          <div className={css.pages}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the button “Edit page” does the same */}
            <div className={css.preview} onDoubleClick={maker.edit}>
              <Preview {...{ layout, stage, maker }} isFolded={isFolded && page !== undefined} />
            </div>
            <div className={css.strip}>
              <PageStrip
                pages={allPages}
                pageIndex={pageIndex}
                onShow={stage.show}
                onMove={stage.move}
                onOpen={maker.edit}
              >
                {count < maxPages && !hasVideo && (
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
          <SortedNotice
            pages={layoutPages}
            keyOf={urlOf}
            orders={sending.sortedUrls}
            busy={busy}
            onArrange={(order) => stage.change((last) => ({ ...last, pages: arrangeItems(last.pages, order, urlOf) }))}
          />
          <SheetOffer
            {...{ pageIndex, maxPages, sending, busy }}
            pages={layoutPages}
            direction={layout.readingDirection}
            onChange={stage.change}
          />
          <StageControls {...{ stage, maker, maxPages, busy, hasVideo }} />
        </>
      )}
      <UnsavedPagesNotice {...{ maker, busy }} />
      {removed && count < maxPages && (
        <RemovedPageNotice
          pageIndex={removed.pageIndex}
          busy={busy}
          onReplace={(files) => stage.addFiles(files, removed.pageIndex)}
          onUndo={stage.undo}
        />
      )}
      <PageTexts {...{ stage, busy, hasVideo }} />
      <SendingState {...{ sending, busy, count }} pageIndexOf={stage.pageIndexOf} />
      {[stage.problem, problems?.pages].map(
        (message) =>
          message && (
            <p key={message} className="error" role="alert">
              {message}
            </p>
          ),
      )}
      {below}
      <p className="sr" role="status">
        {stage.announcement}
      </p>
      <PageMakerSlot {...props} {...{ stage, maker }} />
    </section>
  )
}

type TextsProps = { stage: ReturnType<typeof useStage>; busy: boolean; hasVideo: boolean }

/** Closed, it stays closed for the other pages. */
function PageTexts({ stage: { layoutPages, pageIndex, change }, busy, hasVideo }: TextsProps) {
  const page = layoutPages[pageIndex]
  return (
    <details className={css.texts} open hidden={!page}>
      <summary>Texts of page {pageIndex + 1}</summary>
      {page && <PageTextFields key={pageIndex} {...{ page, pageIndex, busy }} isVideo={hasVideo} onChange={change} />}
    </details>
  )
}

type PreviewProps = { layout: Layout; stage: ReturnType<typeof useStage>; maker: PageMaker; isFolded: boolean }

function Preview({ layout, stage: { layoutPages, allPages, pageIndex, show }, maker, isFolded }: PreviewProps) {
  const language = soleLanguage(layout.details)
  if (!isFolded) return <PageViewer pages={allPages} {...{ pageIndex, language }} paper={layout.paper} onShow={show} />
  return (
    <FoldedZine
      pages={layoutPages}
      {...{ pageIndex, language }}
      ratio={pageRatio(layout.paper, layoutPages[0])}
      direction={layout.readingDirection}
      onShow={(index) => (index === pageIndex ? maker.edit() : show(index))}
    />
  )
}

type SwitchProps = { isFolded: boolean; onFold: (isFolded: boolean) => void }

const ViewSwitch = ({ isFolded, onFold }: SwitchProps) => (
  <fieldset className={css.views}>
    <legend className="sr">View</legend>
    <button
      type="button"
      className={buttonClass({ look: 'quiet', size: 'small' })}
      aria-pressed={!isFolded}
      onClick={() => onFold(false)}
    >
      <Image className="ico" aria-hidden="true" /> One page
    </button>
    <button
      type="button"
      className={buttonClass({ look: 'quiet', size: 'small' })}
      aria-pressed={isFolded}
      onClick={() => onFold(true)}
    >
      <BookOpen className="ico" aria-hidden="true" /> As folded
    </button>
  </fieldset>
)

type ControlsProps = {
  stage: ReturnType<typeof useStage>
  maker: PageMaker
  maxPages: number
  busy: boolean
  hasVideo: boolean
}

function StageControls({ stage, maker, maxPages, busy, hasVideo }: ControlsProps) {
  const { layoutPages, pageIndex, allPages } = stage
  const isUploaded = pageIndex < layoutPages.length
  return (
    <PageControls
      page={{ kind: hasVideo ? 'video' : 'image' }}
      count={allPages.length}
      {...{ pageIndex, maxPages, busy }}
      onMove={stage.move}
      onRemove={() => stage.remove(pageIndex)}
    >
      <EditPageButton {...{ maker, pageIndex, busy }} />
      {isUploaded && layoutPages.length > 1 && (
        <MoveMenu {...{ pageIndex, busy }} count={layoutPages.length} onMove={stage.move} />
      )}
      {isUploaded && !hasVideo && (
        <FileInput
          label={`Replace page ${pageIndex + 1}`}
          className={buttonClass({ look: 'second', size: 'small' })}
          accept="image/*"
          single
          disabled={busy}
          onChoose={stage.replace}
        >
          Replace
        </FileInput>
      )}
    </PageControls>
  )
}

type MoveMenuProps = {
  pageIndex: number
  count: number
  busy: boolean
  onMove: (from: number, to: number) => void
}

const MoveMenu = ({ pageIndex, count, busy, onMove }: MoveMenuProps) => (
  <Menu
    trigger={
      <Button look="second" size="small" disabled={busy} aria-label="Move to page">
        Move to
      </Button>
    }
  >
    <div className={css.positions}>
      {Array.from({ length: count }, (_, to) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a position is its index
        <MenuItem key={to} disabled={to === pageIndex} onSelect={() => onMove(pageIndex, to)}>
          {to + 1}
        </MenuItem>
      ))}
    </div>
  </Menu>
)

type SendingProps = { sending: Sending; busy: boolean; count: number; pageIndexOf: (uploadId: string) => number }

const SendingState = ({ sending: { pages, remove, retry }, pageIndexOf, count, busy }: SendingProps) => (
  <>
    {pages.length > 0 && (
      <div className={css.uploading}>
        <PrintProgress
          pages={pages}
          positionOf={(index) => ({ number: pageIndexOf(pages[index]?.id ?? '') + 1, count })}
        />
        <Button
          look="second"
          size="small"
          onClick={() => {
            for (const { id } of pages) remove(id)
          }}
        >
          {pages.length === 1 ? 'Remove it' : `Remove all ${pages.length}`}
        </Button>
      </div>
    )}
    {pages.map(
      ({ id, file, problem, isRefused }) =>
        problem && (
          <div key={id} className={css.uploading}>
            <p className="error">
              Page {pageIndexOf(id) + 1}, {file.name}: {problem}
            </p>
            {!isRefused && (
              <Button look="second" size="small" disabled={busy} onClick={() => retry(id)}>
                Try again
              </Button>
            )}
            <Button look="second" size="small" aria-label={`Take out ${file.name}`} onClick={() => remove(id)}>
              Remove
            </Button>
          </div>
        ),
    )}
  </>
)

type RemovedPageProps = {
  pageIndex: number
  busy: boolean
  onReplace: (files: File[]) => void
  onUndo: () => void
}

const RemovedPageNotice = ({ pageIndex, busy, onReplace, onUndo }: RemovedPageProps) => (
  <div className={css.removed}>
    <p>Page {pageIndex + 1} was removed.</p>
    <FileInput
      label="Replace it"
      className={buttonClass({ look: 'second', size: 'small' })}
      accept="image/*"
      disabled={busy}
      onChoose={onReplace}
    >
      Replace it
    </FileInput>
    <Button look="second" size="small" disabled={busy} onClick={onUndo}>
      Put it back
    </Button>
  </div>
)
