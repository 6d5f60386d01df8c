import { useRef, useState } from 'react'
import type { OpenZine } from '#contract/zines.ts'
import { usePart } from '#web/ui/use-part.ts'
import { nameOf } from './page-names.ts'
import { PlainPages } from './plain-pages.tsx'
import css from './reader.module.css'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderStage } from './reader-stage.tsx'
import { ShownPages } from './shown-pages.tsx'
import { TheEnd } from './the-end.tsx'
import { choose, useChoices, zooms } from './use-choices.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useLeave, useReadAddress } from './use-read-address.ts'
import { useReading } from './use-reading.ts'
import { type Commands, useReadingKeys } from './use-reading-keys.ts'
import { useRested } from './use-rested.ts'
import { WordsPanel } from './words-panel.tsx'

/** The bar, the pages that are open, and beside them their words. */
export function Reader({ zine }: { zine: OpenZine }) {
  const choices = useChoices()
  const reading = useReading(zine, choices)
  const fullScreen = useFullScreen()
  const [hasWords, setWords] = useState(false)
  const [asksKeys, setAsksKeys] = useState(false)
  const stage = useRef<HTMLElement>(null)
  const leave = useLeave(zine.id)
  const { count, place, shown } = reading
  useReadAddress(Math.min(place, count - 1))

  const zoomBy = (by: 1 | -1) => choose({ zoom: zooms[zooms.indexOf(choices.zoom) + by] ?? choices.zoom })
  const commands: Commands = {
    next: () => reading.turn(1),
    previous: () => reading.turn(-1),
    first: () => reading.goTo(0),
    last: () => reading.goTo(count - 1),
    mode: () => reading.fits && choose({ mode: choices.mode === 'single' ? 'spread' : 'single' }),
    shift: () => reading.mode === 'spread' && reading.shift(),
    fullScreen: fullScreen.toggle,
    words: () => setWords(!hasWords),
    larger: () => zoomBy(1),
    smaller: () => zoomBy(-1),
    fitPage: () => choose({ zoom: 'page' }),
    keys: () => setAsksKeys(true),
    leave,
  }
  useReadingKeys(stage, commands, { direction: zine.readingDirection, hasLetters: choices.hasLetters })
  const KeysDialog = usePart(asksKeys, loadKeys, () => setAsksKeys(false))
  const name = nameOf(shown, count)
  const again = () => {
    reading.goTo(0)
    stage.current?.focus()
  }
  return (
    <main id="main" className={css.reader} data-words={hasWords ? '' : undefined}>
      <ReaderBar {...{ zine, reading, choices, commands, fullScreen, hasWords, name }} />
      <p className="sr" role="status">
        {useRested(name)}
      </p>
      <ReaderStage
        ref={stage}
        label={`Pages of ${zine.title}`}
        direction={zine.readingDirection}
        zoom={reading.isAtEnd ? 'page' : choices.zoom}
        place={place}
        onTurn={reading.turn}
      >
        <ShownPages zine={zine} reading={reading} zoom={choices.zoom} onLeave={leave} />
        {reading.isAtEnd && <TheEnd zine={zine} onAgain={again} />}
      </ReaderStage>
      {hasWords && <WordsPanel {...{ zine, shown, count }} />}
      <PlainPages zine={zine} />
      {KeysDialog && asksKeys && (
        <KeysDialog
          direction={zine.readingDirection}
          hasLetters={choices.hasLetters}
          onClose={() => setAsksKeys(false)}
        />
      )}
    </main>
  )
}

const loadKeys = () => import('./keys-dialog.tsx').then((part) => part.KeysDialog)
