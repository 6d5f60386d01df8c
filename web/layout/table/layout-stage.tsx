import { ph, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BookOpen, Image } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { arrangeItems } from '#web/ui/list-order.ts'
import { FileInput } from '#web/upload/pages/file-input.tsx'
import { PageControls } from '#web/upload/pages/page-controls.tsx'
import { SortedNotice } from '#web/upload/pages/sorted-notice.tsx'
import { PrintProgress } from '#web/upload/sending/print-progress.tsx'
import { SheetOffer } from '../sheet/sheet-offer.tsx'
import { EmptyTable } from './add-pages.tsx'
import { type CutPage, idOf, isVideo, type ZineContent } from './content.ts'
import { DrawPages } from './draw-pages.tsx'
import css from './layout-stage.module.css'
import { EditPageButton, type PageMaker, PageMakerSlot, usePageMaker } from './page-maker-slot.tsx'
import { PageTextFields } from './page-text-fields.tsx'
import { StagePages } from './stage-pages.tsx'
import { UnsavedPagesNotice } from './unsaved-pages.tsx'
import type { Sending } from './use-sending.ts'
import { type LayoutTableProps, useStage } from './use-stage.ts'

type StageProps = Omit<LayoutTableProps, 'children'> & SwitchProps

export function LayoutStage({ isFolded, onFold, actions, ...props }: StageProps) {
  const { t } = useLingui()
  const { content, sending, maxPages, busy = false, problems, onPdf, notices } = props
  const stage = useStage(props)
  const maker = usePageMaker(stage, props)
  const { contentPages, allPages, removed } = stage
  useOpenedPage(maker, props.opened)
  const contentIndex = stage.current?.contentIndex
  const count = allPages.length
  const hasVideo = isVideo(content)
  return (
    <section
      ref={stage.ref}
      id="pages"
      className={stage.isDropTarget ? `${css.mat} ${css.dropTarget}` : css.mat}
      aria-label={t`Pages`}
      tabIndex={-1}
    >
      {notices}
      {maker.isDrawing && <DrawPages content={content} sending={sending} maker={maker} />}
      {count === 0 && !maker.isDrawing && (
        <EmptyTable
          maxPages={maxPages}
          isRequiredMissing={problems?.pages !== undefined}
          onChoose={(files) => stage.addFiles(files)}
          onPdf={onPdf}
          onMake={maker.openNew}
        />
      )}
      {count > 0 && (
        <>
          {contentPages.length > 1 && <ViewSwitch isFolded={isFolded} onFold={onFold} />}
          {isFolded && actions}
          <StagePages {...props} stage={stage} maker={maker} isFolded={isFolded} />
          <SortedNotice
            pages={contentPages}
            keyOf={idOf}
            orders={sending.sortedIds}
            busy={busy}
            onArrange={(order) => stage.change((last) => ({ ...last, pages: arrangeItems(last.pages, order, idOf) }))}
          />
          <SheetOffer
            maxPages={maxPages}
            sending={sending}
            busy={busy}
            pageIndex={contentIndex ?? -1}
            pages={contentPages}
            direction={content.readingDirection}
            onChange={stage.change}
          />
          <StageControls
            stage={stage}
            maker={maker}
            direction={content.readingDirection}
            maxPages={maxPages}
            busy={busy}
            hasVideo={hasVideo}
          />
        </>
      )}
      <UnsavedPagesNotice maker={maker} busy={busy} />
      {removed && count < maxPages && (
        <RemovedPageNotice
          number={removed.number}
          busy={busy}
          onReplace={(files) => stage.addFiles(files, removed.number - 1)}
          onUndo={stage.undo}
        />
      )}
      <PageTexts stage={stage} busy={busy} hasVideo={hasVideo} />
      <SendingState sending={sending} busy={busy} count={count} pageIndexOf={stage.pageIndexOf} />
      {[stage.problem, problems?.pages].map(
        (message) =>
          message && (
            <p key={message} className="error" role="alert">
              {message}
            </p>
          ),
      )}
      <p className="sr" role="status">
        {stage.announcement}
      </p>
      <PageMakerSlot {...props} stage={stage} maker={maker} />
    </section>
  )
}

/** Opens a page that was chosen outside the stage. */
function useOpenedPage({ openPage }: PageMaker, opened: CutPage | undefined) {
  const open = useEffectEvent(({ id }: CutPage) => openPage(id))
  useEffect(() => {
    if (opened) open(opened)
  }, [opened])
}

type TextsProps = { stage: ReturnType<typeof useStage>; busy: boolean; hasVideo: boolean }

/** Closed, it stays closed for the other pages. */
function PageTexts({ stage: { contentPages, pageIndex, current, change }, busy, hasVideo }: TextsProps) {
  const { t } = useLingui()
  const page = contentPages[current?.contentIndex ?? -1]
  return (
    <details className={css.texts} open hidden={!page}>
      <summary>{t`Texts of page ${ph({ number: pageIndex + 1 })}`}</summary>
      {page && (
        <PageTextFields
          key={current?.id}
          page={page}
          pageIndex={pageIndex}
          busy={busy}
          isVideo={hasVideo}
          onChange={change}
        />
      )}
    </details>
  )
}

type SwitchProps = { isFolded: boolean; onFold: (isFolded: boolean) => void }

const ViewSwitch = ({ isFolded, onFold }: SwitchProps) => {
  const { t } = useLingui()
  return (
    <fieldset className={css.views}>
      <legend className="sr">{t({ message: 'View', context: 'noun' })}</legend>
      <button
        type="button"
        className={buttonClass({ look: 'quiet', size: 'small' })}
        aria-pressed={!isFolded}
        onClick={() => onFold(false)}
      >
        <Image className="ico" aria-hidden="true" /> {t`One page`}
      </button>
      <button
        type="button"
        className={buttonClass({ look: 'quiet', size: 'small' })}
        aria-pressed={isFolded}
        onClick={() => onFold(true)}
      >
        <BookOpen className="ico" aria-hidden="true" /> {t`As folded`}
      </button>
    </fieldset>
  )
}

type ControlsProps = {
  stage: ReturnType<typeof useStage>
  maker: PageMaker
  direction: ZineContent['readingDirection']
  maxPages: number
  busy: boolean
  hasVideo: boolean
}

function StageControls({ stage, maker, direction, maxPages, busy, hasVideo }: ControlsProps) {
  const { t } = useLingui()
  const { contentPages, pageIndex, allPages } = stage
  const isUploaded = stage.current?.contentIndex !== undefined
  return (
    <PageControls
      page={{ kind: hasVideo ? 'video' : 'image' }}
      count={allPages.length}
      pageIndex={pageIndex}
      direction={direction}
      maxPages={maxPages}
      busy={busy}
      onMove={stage.move}
      onRemove={() => stage.remove(pageIndex)}
    >
      <EditPageButton maker={maker} pageIndex={pageIndex} busy={busy} />
      {isUploaded && contentPages.length > 1 && (
        <MoveMenu pageIndex={pageIndex} busy={busy} pages={allPages} onMove={stage.move} />
      )}
      {isUploaded && !hasVideo && (
        <FileInput
          label={t`Replace page ${ph({ number: pageIndex + 1 })}`}
          className={buttonClass({ look: 'second', size: 'small' })}
          accept="image/*"
          single
          disabled={busy}
          onChoose={stage.replace}
        >{t`Replace`}</FileInput>
      )}
    </PageControls>
  )
}

type MoveMenuProps = {
  pageIndex: number
  pages: ReturnType<typeof useStage>['allPages']
  busy: boolean
  onMove: (from: number, to: number) => void
}

const MoveMenu = ({ pageIndex, pages, busy, onMove }: MoveMenuProps) => {
  const { t } = useLingui()
  return (
    <Menu
      trigger={<Button look="second" size="small" disabled={busy} aria-label={t`Move to page`}>{t`Move to`}</Button>}
    >
      <div className={css.positions}>
        {pages.map(({ contentIndex }, to) => (
          <MenuItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a position is its index
            key={to}
            disabled={to === pageIndex || contentIndex === undefined}
            onSelect={() => onMove(pageIndex, to)}
          >
            {to + 1}
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}

type SendingProps = { sending: Sending; busy: boolean; count: number; pageIndexOf: (pageId: string) => number }

const SendingState = ({ sending: { pages, remove, retry }, pageIndexOf, count, busy }: SendingProps) => {
  const { t } = useLingui()
  return (
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
            {t`${plural({ count: pages.length }, { one: 'Remove it', other: 'Remove all #' })}`}
          </Button>
        </div>
      )}
      {pages.map(
        ({ id, file, problem, isRefused }) =>
          problem && (
            <div key={id} className={css.uploading}>
              <p className="error">
                {t`Page ${ph({ number: pageIndexOf(id) + 1 })}, ${ph({ file: file.name })}: ${problem}`}
              </p>
              {!isRefused && (
                <Button look="second" size="small" disabled={busy} onClick={() => retry(id)}>{t`Try again`}</Button>
              )}
              <Button
                look="second"
                size="small"
                aria-label={t`Take out ${ph({ file: file.name })}`}
                onClick={() => remove(id)}
              >{t`Remove`}</Button>
            </div>
          ),
      )}
    </>
  )
}

type RemovedPageProps = {
  number: number
  busy: boolean
  onReplace: (files: File[]) => void
  onUndo: () => void
}

const RemovedPageNotice = ({ number, busy, onReplace, onUndo }: RemovedPageProps) => {
  const { t } = useLingui()
  return (
    <div className={css.removed}>
      <p>{t`Page ${number} was removed.`}</p>
      <FileInput
        label={t`Replace it`}
        className={buttonClass({ look: 'second', size: 'small' })}
        accept="image/*"
        disabled={busy}
        onChoose={onReplace}
      >{t`Replace it`}</FileInput>
      <Button look="second" size="small" disabled={busy} onClick={onUndo}>{t`Put it back`}</Button>
    </div>
  )
}
