import { BookOpen, Image, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import { ChooseFiles } from '#web/upload/pages/choose-files.tsx'
import { PageControls } from '#web/upload/pages/page-controls.tsx'
import { PageStrip } from '#web/upload/pages/page-strip.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import drop from '#web/upload/pages/upload-stage.module.css'
import { PrintProgress } from '#web/upload/sending/print-progress.tsx'
import { FoldedZine } from './folded-zine.tsx'
import { LaidPageWords } from './laid-page-words.tsx'
import { isVideo } from './layout.ts'
import css from './layout-stage.module.css'
import type { Sending } from './use-sending.ts'
import { type LayoutTableProps, useStage } from './use-stage.ts'

export function LayoutStage(props: Omit<LayoutTableProps, 'children'>) {
  const { layout, onChange, sending, most, busy = false, problems, onPdf, below } = props
  const stage = useStage(props)
  const [isFolded, setFolded] = useState(false)
  const { laid, coming, place, shown, removed } = stage
  const page = laid[place]
  const count = laid.length + coming.length
  return (
    <section
      ref={stage.ref}
      className={stage.over ? `${css.mat} ${css.over}` : css.mat}
      aria-label="Pages"
      tabIndex={-1}
    >
      {count === 0 ? (
        <EmptyMat
          most={most}
          isMissing={problems?.pages !== undefined}
          onChoose={(files) => stage.choose(files)}
          onPdf={onPdf}
        />
      ) : (
        <>
          {laid.length > 1 && <ViewSwitch isFolded={isFolded} onFold={setFolded} />}
          {isFolded && page ? (
            <FoldedZine
              pages={laid}
              place={place}
              ratio={layout.aspectRatio}
              direction={layout.readingDirection}
              onShow={stage.show}
            />
          ) : (
            <PageViewer pages={shown} place={place} onShow={stage.show} />
          )}
          {page && (
            <LaidPageWords key={page.id} {...{ page, place, busy, onChange }} isVideo={isVideo(layout)} />
          )}
          <div className={css.strip}>
            <PageStrip pages={shown} place={place} onShow={stage.show} onMove={stage.move}>
              {count < most && !isVideo(layout) && (
                <ChooseFiles
                  label="Add pictures"
                  className={css.add}
                  accept="image/*"
                  disabled={busy}
                  onChoose={(files) => stage.choose(files)}
                >
                  <Plus className="ico" aria-hidden="true" />
                </ChooseFiles>
              )}
            </PageStrip>
          </div>
          <PageControls
            page={{ kind: isVideo(layout) ? 'video' : 'image' }}
            {...{ count, place, most, busy }}
            onMove={stage.move}
            onRemove={() => stage.remove(place)}
          />
        </>
      )}
      {removed && count < most && (
        <TakenOut
          place={removed.place}
          busy={busy}
          onReplace={(files) => stage.choose(files, removed.place)}
          onUndo={stage.undo}
        />
      )}
      <SendingState {...{ sending, busy }} before={laid.length} />
      {[stage.refusal, problems?.pages].map(
        (sentence) =>
          sentence && (
            <p key={sentence} className="error" role="alert">
              {sentence}
            </p>
          ),
      )}
      {below}
      <p className="sr" role="status">
        {stage.announcement}
      </p>
    </section>
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

type EmptyProps = {
  most: number
  isMissing: boolean
  onChoose: (files: File[]) => void
  onPdf: ((file: File) => void) | undefined
}

const EmptyMat = ({ most, isMissing, onChoose, onPdf }: EmptyProps) => (
  <div className={css.empty}>
    <span className={`${zine.sheet} ${drop.zine}`} data-pages="4" aria-hidden="true">
      <span className={drop.unprinted} />
    </span>
    <h2>
      <span className={drop.mouse}>{onPdf ? 'Drop pictures or a PDF here' : 'Drop your pages here'}</span>
      <span className={drop.touch}>{onPdf ? 'Choose pictures or a PDF' : 'Choose your pages'}</span>
    </h2>
    <p>Up to {most} pages, in reading order. You can rearrange them later.</p>
    <div className={css.choices}>
      <ChooseFiles
        label="Choose pictures"
        className={buttonClass({ look: 'second' })}
        accept="image/*"
        isMissing={isMissing}
        onChoose={onChoose}
      >
        Choose pictures
      </ChooseFiles>
      {onPdf && <ChoosePdf onPdf={onPdf}>Choose a PDF</ChoosePdf>}
    </div>
  </div>
)

type SendingProps = { sending: Sending; before: number; busy: boolean }

const SendingState = ({ sending: { pages, remove, retry }, before, busy }: SendingProps) => (
  <>
    {pages.length > 0 && (
      <div className={css.coming}>
        <PrintProgress pages={pages} />
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
      ({ id, file, problem, refused }, index) =>
        problem && (
          <div key={id} className={css.coming}>
            <p className="error">
              Page {before + index + 1}, {file.name}: {problem}
            </p>
            {!refused && (
              <Button look="second" size="small" disabled={busy} onClick={() => retry(id)}>
                Try again
              </Button>
            )}
            <Button
              look="second"
              size="small"
              aria-label={`Take out ${file.name}`}
              onClick={() => remove(id)}
            >
              Remove
            </Button>
          </div>
        ),
    )}
  </>
)

type TakenOutProps = {
  place: number
  busy: boolean
  onReplace: (files: File[]) => void
  onUndo: () => void
}

const TakenOut = ({ place, busy, onReplace, onUndo }: TakenOutProps) => (
  <div className={css.removed}>
    <p>Page {place + 1} was removed.</p>
    <ChooseFiles
      label="Replace it"
      className={buttonClass({ look: 'second', size: 'small' })}
      accept="image/*"
      disabled={busy}
      onChoose={onReplace}
    >
      Replace it
    </ChooseFiles>
    <Button look="second" size="small" disabled={busy} onClick={onUndo}>
      Put it back
    </Button>
  </div>
)

type PdfProps = { onPdf: (file: File) => void; disabled?: boolean; children: string }

export const ChoosePdf = ({ onPdf, disabled = false, children }: PdfProps) => (
  <ChooseFiles
    label={children}
    className={buttonClass({ look: 'second' })}
    accept="application/pdf"
    disabled={disabled}
    onChoose={([file]) => file && onPdf(file)}
  >
    {children}
  </ChooseFiles>
)
