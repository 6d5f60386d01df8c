import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OpenZine } from '#contract/zines.ts'
import { usePart } from '#web/ui/use-part.ts'
import { nameOf } from './page-names.ts'
import { PlainPages } from './plain-pages.tsx'
import { writePlace } from './read-address.ts'
import css from './reader.module.css'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderStage } from './reader-stage.tsx'
import { ShownPages } from './shown-pages.tsx'
import { TheEnd } from './the-end.tsx'
import { choose, useChoices, zooms } from './use-choices.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useReading } from './use-reading.ts'
import { type Commands, useReadingKeys } from './use-reading-keys.ts'
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

/** Between two changes of the address, in milliseconds: browsers refuse a hundred within some seconds. */
const shortest = 250

/** Says in the address which page is read. Turning makes no history: Back leaves the reader. */
function useReadAddress(place: number) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const address = writePlace(pathname, place)
  const isSaid = pathname + search === address
  useEffect(() => {
    if (isSaid) return
    const say = () => {
      changedAt.current = performance.now()
      void navigate(address, { replace: true, state, preventScrollReset: true })
    }
    const timer = setTimeout(say, changedAt.current + shortest - performance.now())
    const stop = () => clearTimeout(timer)
    // Whoever is on the way back already has left this address.
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      window.removeEventListener('popstate', stop)
    }
  }, [address, isSaid, navigate, state])
}

/** In the state of a history entry: the one before it is the zine that the reader was opened from. */
type ReadState = { isFromZine?: true }

/** Back to where the zine lay open; for those who came by a link, to the zine's own page. */
function useLeave(id: string) {
  const navigate = useNavigate()
  const state: ReadState | null = useLocation().state
  return () => void (state?.isFromZine ? navigate(-1) : navigate(`/zine/${id}`, { replace: true }))
}

/** How long, in milliseconds, something stays as it is before it is said. */
const rest = 300

/** A text once it has stayed the same for a while, so that a screen reader is not told every page that is passed. */
function useRested(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
