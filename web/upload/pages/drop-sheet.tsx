import * as limits from '#contract/limits.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import { ChooseFiles } from './choose-files.tsx'
import css from './drop-sheet.module.css'

type Props = { over: boolean; isMissing: boolean; onChoose: (files: File[]) => void }

/** A blank sheet with its registration marks, for the first files. */
export const DropSheet = ({ over, isMissing, onChoose }: Props) => (
  <div className={over ? `${css.drop} ${css.over}` : css.drop}>
    {[css.tl, css.tr, css.bl, css.br].map((corner) => (
      <svg key={corner} className={`${css.reg} ${corner}`} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="6" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    ))}
    <span className={`${zine.sheet} ${css.zine}`} data-pages="4" aria-hidden="true">
      <span className={css.unprinted} />
    </span>
    <h3>
      <span className={css.mouse}>Drop your pages here</span>
      <span className={css.touch}>Choose your pages</span>
    </h3>
    <p>
      Up to {limits.zineImages} images, in the order they are read, or {limits.zineVideos} video.
    </p>
    <ChooseFiles
      label="Choose files"
      className={buttonClass({ look: 'second' }, css.choose)}
      accept="image/*,video/*"
      focusFirst
      isMissing={isMissing}
      onChoose={onChoose}
    >
      Choose files
    </ChooseFiles>
  </div>
)
