import { limits } from '#contract/limits.ts'
import '#web/ui/zine-sheet.css'
import { ChooseFiles } from './choose-files.tsx'

/** A blank sheet with its registration marks, for the first files. */
export const DropSheet = ({ onChoose }: { onChoose: (files: File[]) => void }) => (
  <div className="drop">
    {['tl', 'tr', 'bl', 'br'].map((corner) => (
      <svg key={corner} className={`reg ${corner}`} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="6" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    ))}
    <span className="zine" data-pages="4" aria-hidden="true">
      <span className="unprinted" />
    </span>
    <h3>Drop your pages here</h3>
    <p>
      Up to {limits.zineImages} images, in the order they are read, or {limits.zineVideos} video.
    </p>
    <ChooseFiles
      label="Choose files"
      className="btn second"
      accept="image/*,video/*"
      focusFirst
      onChoose={onChoose}
    >
      Choose files
    </ChooseFiles>
  </div>
)
