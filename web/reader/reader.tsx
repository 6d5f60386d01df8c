import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { coversPage } from '#contract/covering.ts'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { usePart } from '#web/ui/use-part.ts'
import { ratioOf } from '#web/zines/zine-media.ts'
import leaf from './page-leaf.module.css'
import { PageLeaf } from './page-leaf.tsx'
import { sizesOf } from './page-sizes.ts'
import { WordsPanel } from './page-texts.tsx'
import { PlainPages } from './plain-pages.tsx'
import { nameOf, writePlace } from './read-address.ts'
import css from './reader.module.css'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderStage } from './reader-stage.tsx'
import { type Commands, useReadingKeys } from './reading-keys.ts'
import { choose, useChoices, type Zoom, zooms } from './use-choices.ts'
import { useFullScreen } from './use-full-screen.ts'
import { type Reading, useReading } from './use-reading.ts'

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
      <Announce>{useRested(name)}</Announce>
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

/** Minimum milliseconds between address changes: browsers reject a hundred within a few seconds. */
const shortest = 250

/** Puts the page into the address without adding history entries, so that Back leaves the reader. */
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
    // During Back navigation, the address is no longer the reader's.
    window.addEventListener('popstate', stop)
    return () => {
      stop()
      window.removeEventListener('popstate', stop)
    }
  }, [address, isSaid, navigate, state])
}

type ReadState = { isFromZine?: true }

/** Goes back to the open zine, or to the zine's page if the visitor came by a link. */
function useLeave(id: string) {
  const navigate = useNavigate()
  const state: ReadState | null = useLocation().state
  return () => void (state?.isFromZine ? navigate(-1) : navigate(`/zine/${id}`, { replace: true }))
}

/** Debounce in milliseconds, so that screen readers skip pages passed quickly. */
const rest = 300

function useRested(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type ShownPagesProps = { zine: OpenZine; reading: Reading; zoom: Zoom; onLeave: () => void }

/** The visible pages and hidden preloaded ones, two ahead and one behind. Never more than five. */
function ShownPages({ zine, reading, zoom, onLeave }: ShownPagesProps) {
  const { shown, spread, spreadOf, place, count, fits } = reading
  const [settled, setSettled] = useState<ReadonlySet<number>>(() => new Set())
  const mounted = useMounted()
  const isCoveredAt = (at: number) => coversPage(zine, zine.pages[at])
  const fetchesNext = mounted && shown.every((at) => settled.has(at) || isCoveredAt(at)) && !sparesData()
  const held = pagesNear(shown, count).filter(
    (page) => shown.includes(page) || settled.has(page) || fetchesNext,
  )
  const notNow = (note: string) =>
    zine.contentNote?.coversPages && note === zine.contentNote.text ? onLeave() : reading.turn(1)
  const ratios = zine.pages.map((page) => ratioOf(page, zine))
  const wide = ratioAcross(spread, ratios)
  const one = ratios[place] ?? wide
  return (
    <div
      className={leaf.spread}
      hidden={shown.length === 0}
      data-undecided={fits === undefined ? '' : undefined}
      style={{ '--pair': short(wide), '--one': short(one) } as CSSProperties}
    >
      {spread.length === 2 && spread[0] === null && <EmptyHalf ratio={ratios[spread[1] ?? 0]} />}
      {held.map((at) => (
        <PageLeaf
          key={at}
          page={zine.pages[at] as OpenPage}
          place={at}
          ratio={ratios[at] ?? 1}
          zine={zine}
          isShown={shown.includes(at)}
          isRead={at === place || (mounted && shown.includes(at))}
          isSecond={spread.length === 2 && at === spread[1]}
          isBeside={at !== place}
          sizes={sizesOf({ ratio: ratios[at] ?? 1, wide: ratioAcross(spreadOf(at), ratios), zoom, fits })}
          onNotNow={notNow}
          onSettled={() => setSettled((before) => (before.has(at) ? before : new Set(before).add(at)))}
        />
      ))}
      {spread.length === 2 && spread[1] === null && <EmptyHalf ratio={ratios[spread[0] ?? 0]} />}
    </div>
  )
}

function ratioAcross(spread: Reading['spread'], ratios: number[]) {
  const known = spread.flatMap((page) => (page === null ? [] : [ratios[page] ?? 1]))
  const sum = known.reduce((all, each) => all + each, 0) || 1
  return known.length < spread.length ? sum * 2 : sum
}

const short = (ratio: number) => Number(ratio.toFixed(4))

function pagesNear(shown: readonly number[], count: number) {
  const first = (shown[0] ?? count) - 1
  const last = (shown.at(-1) ?? count) + 2
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((at) => at >= 0 && at < count)
}

const EmptyHalf = ({ ratio = 1 }: { ratio: number | undefined }) => (
  <span className={leaf.half} style={{ '--r': short(ratio) } as CSSProperties} />
)

function sparesData() {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function TheEnd({ zine: { id, title, creator, pages }, onAgain }: { zine: OpenZine; onAgain: () => void }) {
  const mayPrint = pages.some(({ printWidth }) => printWidth !== null)
  return (
    <section className={css.end} aria-label="The end">
      <h2>The end</h2>
      <p>
        <span {...useTextLanguage(title)}>{title}</span>
        <br />
        by {creator.username}
      </p>
      <div>
        <Button onClick={onAgain}>Read again</Button>
        {mayPrint && (
          <Link className={buttonClass({ look: 'second' })} to={`/zine/${id}/print`}>
            Print and fold
          </Link>
        )}
        <Link className={buttonClass({ look: 'second' })} to={`/profile/${creator.id}`}>
          More by {creator.username}
        </Link>
      </div>
    </section>
  )
}
