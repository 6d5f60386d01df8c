import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ChevronLeft, ChevronRight, Columns2, Maximize, Minimize, Text } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './reader-bar.module.css'
import { ViewPanel, type ViewPanelProps } from './view-panel.tsx'

type ReaderBarProps = ViewPanelProps & {
  isTextOpen: boolean
  name: string
}

export function ReaderBar(props: ReaderBarProps) {
  const { t } = useLingui()
  const { zine, reading, choices, commands, fullScreen, isTextOpen } = props
  const FullScreenIcon = fullScreen.isFull ? Minimize : Maximize
  return (
    <header className={css.bar}>
      <div className={css.zine}>
        <BackToZine id={zine.id} onLeave={commands.leave} />
        <h1 {...useTextLanguage(zine.title, zine.language)}>{zine.title}</h1>
      </div>
      <PageTurner {...props} />
      <div className={css.tools}>
        {reading.fitsSpread !== false && (
          <Tool
            name={t`Two pages`}
            shortcut="d"
            isRare
            isOn={choices.mode === 'spread'}
            onPress={commands.mode}
            icon={<Columns2 className="ico" aria-hidden="true" />}
          />
        )}
        {fullScreen.isOffered && (
          <Tool
            name={t`Full screen`}
            shortcut="f"
            isRare
            isOn={fullScreen.isFull}
            onPress={commands.fullScreen}
            icon={<FullScreenIcon className="ico" aria-hidden="true" />}
          />
        )}
        <Tool
          name={t`Words`}
          shortcut="t"
          isOn={isTextOpen}
          onPress={commands.words}
          icon={<Text className="ico" aria-hidden="true" />}
        />
        <ViewPanel {...props} />
      </div>
    </header>
  )
}

function BackToZine({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { t } = useLingui()
  const leave = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
  }
  return (
    <Link className={css.back} to={`/zine/${id}`} aria-label={t`Back to the zine`} onClick={leave}>
      <ArrowLeft className="ico" aria-hidden="true" />
    </Link>
  )
}

/** In right-to-left zines, the left button goes forward. */
function PageTurner({ zine, reading, name }: ReaderBarProps) {
  const { t } = useLingui()
  return (
    <div className={css.turning} dir={zine.readingDirection}>
      <IconButton
        icon={ChevronLeft}
        aria-label={t`Previous page`}
        aria-disabled={reading.isAtStart}
        onClick={() => reading.turn(-1)}
      />
      <p className="meta">
        <bdi>{name}</bdi>
      </p>
      <IconButton
        icon={ChevronRight}
        aria-label={t`Next page`}
        aria-disabled={reading.isAtEnd}
        onClick={() => reading.turn(1)}
      />
    </div>
  )
}

type ToolProps = {
  name: string
  shortcut: string
  isOn: boolean
  isRare?: boolean
  onPress: () => void
  icon: ReactNode
}

const Tool = ({ name, shortcut, isOn, isRare, onPress, icon }: ToolProps) => (
  <button
    type="button"
    className={isRare ? `${css.tool} ${css.rare}` : css.tool}
    aria-pressed={isOn}
    aria-keyshortcuts={shortcut}
    onClick={onPress}
  >
    {icon}
    <span>{name}</span>
  </button>
)
