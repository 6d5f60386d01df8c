import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hidesPage } from '#contract/content-warning.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
import { PutOnShelfSlot } from '#web/shelves/put-on-shelf-slot.tsx'
import { Announce } from '#web/ui/announce.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { addressOfPage, ratioOf } from '#web/zines/zine-media.ts'
import leaf from './page-leaf.module.css'
import { PageLeaf } from './page-leaf.tsx'
import { imageSizes } from './page-sizes.ts'
import { PageSlider } from './page-slider.tsx'
import { TextPanel } from './page-texts.tsx'
import { PlainPages } from './plain-pages.tsx'
import { prefersReducedData } from './prefers-reduced-data.ts'
import css from './reader.module.css'
import { describePages } from './reader-address.ts'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderStage } from './reader-stage.tsx'
import { type Commands, useReadingKeys } from './reading-keys.ts'
import { TheEnd } from './the-end.tsx'
import { updateChoices, useChoices, type Zoom, zooms } from './use-choices.ts'
import { useFullScreen } from './use-full-screen.ts'
import { type Reading, useReading } from './use-reading.ts'

export function Reader({ zine }: { zine: FullZine }) {
  const { t } = useLingui()
  const choices = useChoices()
  const reading = useReading(zine, choices)
  const fullScreen = useFullScreen()
  const [isTextOpen, setTextOpen] = useState(false)
  const [isKeysOpen, setKeysOpen] = useState(false)
  const [isShelving, setShelving] = useState(false)
  const { main, hasBars, toggleBars } = useBars()
  const stage = useRef<HTMLElement>(null)
  const leave = useLeave(zine.id)
  const { count, pageIndex, visiblePages } = reading
  useAddressSync(Math.min(pageIndex, count - 1))

  const zoomBy = (by: 1 | -1) => updateChoices({ zoom: zooms[zooms.indexOf(choices.zoom) + by] ?? choices.zoom })
  const toggleZoom = () => updateChoices({ zoom: choices.zoom === 'double' ? 'page' : 'double' })
  const commands: Commands = {
    next: () => reading.turn(1),
    previous: () => reading.turn(-1),
    first: () => reading.goTo(0),
    last: () => reading.goTo(count - 1),
    mode: () => reading.fitsSpread && updateChoices({ mode: choices.mode === 'single' ? 'spread' : 'single' }),
    shift: () => reading.mode === 'spread' && reading.shift(),
    fullScreen: fullScreen.toggle,
    words: () => setTextOpen(!isTextOpen),
    bars: toggleBars,
    larger: () => zoomBy(1),
    smaller: () => zoomBy(-1),
    fitPage: () => updateChoices({ zoom: 'page' }),
    keys: () => setKeysOpen(true),
    leave,
  }
  useReadingKeys(stage, commands, { direction: zine.readingDirection, hasLetters: choices.hasLetters })
  const KeysDialog = useLazyComponent(isKeysOpen, loadKeys, () => setKeysOpen(false))
  const name = t(describePages(visiblePages, count))
  const restart = () => {
    reading.goTo(0)
    stage.current?.focus()
  }
  return (
    <main
      id="main"
      ref={main}
      tabIndex={-1}
      className={css.reader}
      data-words={isTextOpen ? '' : undefined}
      data-bars={hasBars ? undefined : 'hidden'}
    >
      <ReaderBar
        zine={zine}
        reading={reading}
        choices={choices}
        commands={commands}
        fullScreen={fullScreen}
        isTextOpen={isTextOpen}
        name={name}
      />
      <Announce>{useDebounced(name, announceDelayMs)}</Announce>
      <ReaderStage
        ref={stage}
        label={t`Pages of ${ph({ title: zine.title })}`}
        direction={zine.readingDirection}
        zoom={reading.isAtEnd ? 'page' : choices.zoom}
        pageIndex={pageIndex}
        onTurn={reading.turn}
        onTap={toggleBars}
        onDoubleTap={reading.isAtEnd ? undefined : toggleZoom}
      >
        <VisiblePages zine={zine} reading={reading} zoom={choices.zoom} onLeave={leave} />
        {reading.isAtEnd && <TheEnd zine={zine} onRestart={restart} onChooseShelf={() => setShelving(true)} />}
      </ReaderStage>
      <PageSlider zine={zine} reading={reading} />
      {isTextOpen && <TextPanel zine={zine} visiblePages={visiblePages} count={count} />}
      <PlainPages zine={zine} />
      {/* Outside the stage, which turns pages on click. */}
      {isShelving && <PutOnShelfSlot zine={zine} onClose={() => setShelving(false)} />}
      {KeysDialog && isKeysOpen && (
        <KeysDialog
          direction={zine.readingDirection}
          hasLetters={choices.hasLetters}
          onClose={() => setKeysOpen(false)}
        />
      )}
    </main>
  )
}

/** Debounce in milliseconds, so that screen readers skip pages passed quickly. */
const announceDelayMs = 300

const loadKeys = () => import('./keys-dialog.tsx').then((module) => module.KeysDialog)

/** The focus starts on the page, however the reader was opened, so that Space turns it. Hidden bars return it there. */
function useBars() {
  const main = useRef<HTMLElement>(null)
  const [hasBars, setBars] = useState(true)
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [])
  const toggleBars = () => {
    setBars((before) => !before)
    main.current?.focus({ preventScroll: true })
  }
  return { main, hasBars, toggleBars }
}

/** Minimum milliseconds between address changes: browsers reject a hundred within a few seconds. */
const minIntervalMs = 250

/** Puts the page into the address without adding history entries, so that Back leaves the reader. */
function useAddressSync(pageIndex: number) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const address = addressOfPage(pathname, pageIndex)
  const isCurrent = pathname + search === address
  useEffect(() => {
    if (isCurrent) return
    const updateAddress = () => {
      changedAt.current = performance.now()
      void navigate(address, { replace: true, state, preventScrollReset: true })
    }
    const timer = setTimeout(updateAddress, changedAt.current + minIntervalMs - performance.now())
    const stop = () => clearTimeout(timer)
    // During Back navigation, the address is no longer the reader's.
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      window.removeEventListener('popstate', stop)
    }
  }, [address, isCurrent, navigate, state])
}

type ReadState = { isFromZine?: true }

/** Goes back to the open zine, or to the zine's page if the visitor came by a link. */
function useLeave(id: string) {
  const navigate = useNavigate()
  const state: ReadState | null = useLocation().state
  return () => void (state?.isFromZine ? navigate(-1) : navigate(`/zine/${id}`, { replace: true }))
}

type VisiblePagesProps = { zine: FullZine; reading: Reading; zoom: Zoom; onLeave: () => void }

/** The visible pages and hidden preloaded ones, two ahead and one behind. Never more than five. */
function VisiblePages({ zine, reading, zoom, onLeave }: VisiblePagesProps) {
  const { visiblePages, spread, spreadOf, pageIndex, count, fitsSpread } = reading
  const [settled, setSettled] = useState<ReadonlySet<number>>(() => new Set())
  const mounted = useMounted()
  const isHiddenAt = (at: number) => hidesPage(zine, zine.pages[at])
  const fetchesNext = mounted && visiblePages.every((at) => settled.has(at) || isHiddenAt(at)) && !prefersReducedData()
  const mountedPages = nearbyPages(visiblePages, count).filter(
    (page) => visiblePages.includes(page) || settled.has(page) || fetchesNext,
  )
  const notNow = (note: string) =>
    zine.contentNote?.coversPages && note === zine.contentNote.text ? onLeave() : reading.turn(1)
  const ratios = zine.pages.map((page) => ratioOf(page, zine))
  const spreadRatio = ratioAcross(spread, ratios)
  const pageRatio = ratios[pageIndex] ?? spreadRatio
  return (
    <div
      className={leaf.spread}
      hidden={visiblePages.length === 0}
      data-undecided={fitsSpread === undefined ? '' : undefined}
      style={{ '--pair': rounded(spreadRatio), '--one': rounded(pageRatio) } as CSSProperties}
    >
      {spread.length === 2 && spread[0] === null && <EmptyHalf ratio={ratios[spread[1] ?? 0]} />}
      {mountedPages.map((at) => (
        <PageLeaf
          key={at}
          page={zine.pages[at] as FullZinePage}
          pageIndex={at}
          ratio={ratios[at] ?? 1}
          zine={zine}
          isShown={visiblePages.includes(at)}
          hasPriority={at === pageIndex || (mounted && visiblePages.includes(at))}
          isSecond={spread.length === 2 && at === spread[1]}
          isNeighbour={at !== pageIndex}
          sizes={imageSizes({
            ratio: ratios[at] ?? 1,
            spreadRatio: ratioAcross(spreadOf(at), ratios),
            zoom,
            fitsSpread,
          })}
          onNotNow={notNow}
          onSettled={() => setSettled((before) => (before.has(at) ? before : new Set(before).add(at)))}
        />
      ))}
      {spread.length === 2 && spread[1] === null && <EmptyHalf ratio={ratios[spread[0] ?? 0]} />}
    </div>
  )
}

function ratioAcross(spread: Reading['spread'], ratios: number[]) {
  const knownRatios = spread.flatMap((page) => (page === null ? [] : [ratios[page] ?? 1]))
  const total = knownRatios.reduce((sum, ratio) => sum + ratio, 0) || 1
  return knownRatios.length < spread.length ? total * 2 : total
}

const rounded = (ratio: number) => Number(ratio.toFixed(4))

function nearbyPages(visiblePages: readonly number[], count: number) {
  const first = (visiblePages[0] ?? count) - 1
  const last = (visiblePages.at(-1) ?? count) + 2
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((at) => at >= 0 && at < count)
}

const EmptyHalf = ({ ratio = 1 }: { ratio: number | undefined }) => (
  <span className={leaf.half} style={{ '--r': rounded(ratio) } as CSSProperties} />
)
