import { BookOpen, Image, Plus } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import { ChooseFiles } from '#web/upload/pages/choose-files.tsx'
import { PageControls } from '#web/upload/pages/page-controls.tsx'
import { PageStrip } from '#web/upload/pages/page-strip.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import drop from '#web/upload/pages/upload-stage.module.css'
import { ChoosePdf } from './choose-pdf.tsx'
import { FoldedZine } from './folded-zine.tsx'
import { LaidPageWords } from './laid-page-words.tsx'
import { isVideo } from './layout.ts'
import type { LayoutTableProps } from './layout-props.ts'
import css from './layout-stage.module.css'
import { SendingState } from './sending-state.tsx'
import { TakenOut } from './taken-out.tsx'
import { useStage } from './use-stage.ts'

/** The cutting mat: the page that is looked at with its words, all pages in their order, and how more of them come. */
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

/** One page with its words, or all of them as they will be folded. */
const ViewSwitch = ({ isFolded, onFold }: SwitchProps) => (
  <fieldset className={css.views}>
    <legend className="sr">Look at</legend>
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

type Props = {
  most: number
  isMissing: boolean
  onChoose: (files: File[]) => void
  onPdf: ((file: File) => void) | undefined
}

/** The mat before anything lies on it. */
const EmptyMat = ({ most, isMissing, onChoose, onPdf }: Props) => (
  <div className={css.empty}>
    <span className={`${zine.sheet} ${drop.zine}`} data-pages="4" aria-hidden="true">
      <span className={drop.unprinted} />
    </span>
    <h2>
      <span className={drop.mouse}>{onPdf ? 'Drop pictures or a PDF here' : 'Drop your pages here'}</span>
      <span className={drop.touch}>{onPdf ? 'Choose pictures or a PDF' : 'Choose your pages'}</span>
    </h2>
    <p>Up to {most} pages, in the order they are read. You can move them about later.</p>
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
