import { buttonClass } from '#web/ui/controls/button.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import { ChooseFiles } from '#web/upload/pages/choose-files.tsx'
import drop from '#web/upload/pages/drop-sheet.module.css'
import { ChoosePdf } from './choose-pdf.tsx'
import css from './layout-stage.module.css'

type Props = {
  most: number
  isMissing: boolean
  onChoose: (files: File[]) => void
  onPdf: ((file: File) => void) | undefined
}

/** The mat before anything lies on it. */
export const EmptyMat = ({ most, isMissing, onChoose, onPdf }: Props) => (
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
