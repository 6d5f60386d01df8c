import { ArrowLeft, ChevronLeft, ChevronRight, Columns2, Maximize, Minimize, Text } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { saidLanguage } from '#web/details/said-language.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import css from './reader-bar.module.css'
import type { Reading } from './use-reading.ts'
import { ViewPanel, type ViewPanelProps } from './view-panel.tsx'

type ReaderBarProps = ViewPanelProps & {
  hasWords: boolean
  name: string
}

export function ReaderBar(props: ReaderBarProps) {
  const { zine, reading, choices, commands, fullScreen, hasWords } = props
  const FullScreenMark = fullScreen.isFull ? Minimize : Maximize
  return (
    <header className={css.bar}>
      <div className={css.zine}>
        <WayBack id={zine.id} onLeave={commands.leave} />
        <h1 {...useTextLanguage(zine.title, saidLanguage(zine))}>{zine.title}</h1>
      </div>
      <Turning {...props} />
      <div className={css.tools}>
        {reading.fits !== false && (
          <Tool
            name="Two pages"
            hotKey="d"
            isRare
            isOn={choices.mode === 'spread'}
            onPress={commands.mode}
            mark={<Columns2 className="ico" aria-hidden="true" />}
          />
        )}
        {fullScreen.isOffered && (
          <Tool
            name="Full screen"
            hotKey="f"
            isRare
            isOn={fullScreen.isFull}
            onPress={commands.fullScreen}
            mark={<FullScreenMark className="ico" aria-hidden="true" />}
          />
        )}
        <Tool
          name="Words"
          hotKey="t"
          isOn={hasWords}
          onPress={commands.words}
          mark={<Text className="ico" aria-hidden="true" />}
        />
        <ViewPanel {...props} />
      </div>
      <Progress {...reading} direction={zine.readingDirection} />
    </header>
  )
}

function WayBack({ id, onLeave }: { id: string; onLeave: () => void }) {
  const leave = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
  }
  return (
    <Link className={css.back} to={`/zine/${id}`} aria-label="Back to the zine" onClick={leave}>
      <ArrowLeft className="ico" aria-hidden="true" />
    </Link>
  )
}

/** In right-to-left zines, the left button goes forward. */
function Turning({ zine, reading, name }: ReaderBarProps) {
  const [Before, After] =
    zine.readingDirection === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight]
  return (
    <div className={css.turning} style={{ direction: zine.readingDirection }}>
      <IconButton
        icon={Before}
        aria-label="Previous page"
        aria-disabled={reading.isAtStart}
        onClick={() => reading.turn(-1)}
      />
      <p className="meta">
        <bdi>{name}</bdi>
      </p>
      <IconButton
        icon={After}
        aria-label="Next page"
        aria-disabled={reading.isAtEnd}
        onClick={() => reading.turn(1)}
      />
    </div>
  )
}

type ToolProps = {
  name: string
  hotKey: string
  isOn: boolean
  isRare?: boolean
  onPress: () => void
  mark: ReactNode
}

const Tool = ({ name, hotKey, isOn, isRare, onPress, mark }: ToolProps) => (
  <button
    type="button"
    className={isRare ? `${css.tool} ${css.rare}` : css.tool}
    aria-pressed={isOn}
    aria-keyshortcuts={hotKey}
    onClick={onPress}
  >
    {mark}
    <span>{name}</span>
  </button>
)

const Progress = ({ count, place, direction }: Pick<Reading, 'count' | 'place'> & { direction: string }) => (
  <div className={css.run} aria-hidden="true" dir={direction}>
    {Array.from({ length: count }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a box's index is its identity
      <i key={at} data-done={at <= place ? '' : undefined} />
    ))}
  </div>
)
