import { useEffect, useRef, useState } from 'react'
import type { PageHandle } from '#web/page/page-data.tsx'
import { PageHead } from '#web/page/page-head.tsx'
import { GoHome } from '#web/ui/controls/back-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted, grouped } from '#web/ui/number.ts'
import { Empty } from '#web/ui/states/empty.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { followKept } from './follow-kept.ts'
import { keepNow, missingWords, useKeptZines, useProgress } from './keeping.ts'
import css from './kept-page.module.css'
import { canKeep, type KeptZine, removeKept } from './kept-zines.ts'

export const handle: PageHandle = { inks: 'sun blue' }

export function Page() {
  const zines = useKeptZines()
  const withdrawn = useFollowing()
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const tell = (words: string) => {
    setDone(words)
    // The pressed button had focus and is removed.
    heading.current?.focus()
  }
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <PageHead
        title="Offline zines · Foldout"
        description="Zines saved in this browser for reading offline."
        path="/kept"
        hidden
      />
      <h1 ref={heading} tabIndex={-1}>
        Offline zines
      </h1>
      <p className={css.lead}>Zines you can read without a connection. Saved in this browser only.</p>
      <p className={zines?.length === 0 ? css.told : 'sr'} role="status">
        {done}
      </p>
      {withdrawn.map(({ id, title }) => (
        <p key={id} className={css.told}>
          <bdi>{title}</bdi> is no longer on Foldout, so it was removed here too.
        </p>
      ))}
      <Kept zines={zines} onDone={tell} />
    </main>
  )
}

function Kept({ zines, onDone }: { zines: KeptZine[] | null | undefined; onDone: (words: string) => void }) {
  const isKnown = useMounted()
  if (isKnown && !canKeep())
    return <p>This browser can’t save zines for offline. Try a different or newer browser.</p>
  if (zines === undefined) return <p className={`meta ${css.waiting}`}>Loading your offline zines...</p>
  if (zines === null) return <p>Your offline zines could not be loaded. Reload the page to try again.</p>
  if (zines.length === 0)
    return (
      <Empty
        spot="empty"
        title="No offline zines yet"
        hint="Open a zine and press Save for offline before the train enters the tunnel."
      >
        <GoHome />
      </Empty>
    )
  return (
    <>
      <ul className={css.rows}>
        {zines.map((zine) => (
          <KeptRow key={zine.id} zine={zine} onDone={onDone} />
        ))}
      </ul>
      <Sum zines={zines} />
    </>
  )
}

function Sum({ zines }: { zines: KeptZine[] }) {
  const room = useRoom(zines)
  const bytes = zines.reduce((sum, zine) => sum + zine.bytes, 0)
  return (
    <p className="meta">
      {counted(zines.length, 'zine')}, {sizeWords(bytes)}
      {room !== undefined && ` · about ${sizeWords(room)} of space left in this browser`}
    </p>
  )
}

function useRoom(zines: KeptZine[]) {
  const [room, setRoom] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list needs a new estimate
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ quota, usage }) => quota !== undefined && usage !== undefined && setRoom(Math.max(0, quota - usage)),
      () => undefined,
    )
  }, [zines])
  return room
}

/** How long until the list checks saved zines again, in milliseconds. */
const recently = 60_000

function useFollowing() {
  const [withdrawn, setWithdrawn] = useState<KeptZine[]>([])
  useEffect(() => {
    if (!canKeep()) return
    const onWithdrawn = (zine: KeptZine) => setWithdrawn((before) => [...before, zine])
    void followKept({ maxAge: recently, most: Number.POSITIVE_INFINITY, onWithdrawn })
  }, [])
  return withdrawn
}

type KeptRowProps = { zine: KeptZine; onDone: (words: string) => void }

function KeptRow({ zine, onDone }: KeptRowProps) {
  const { id, title, username, coverUrl, pageCount, bytes } = zine
  const [isGoing, setGoing] = useState(false)
  const [problem, setProblem] = useState('')
  const remove = async () => {
    setGoing(true)
    setProblem('')
    try {
      await removeKept(id)
      onDone(`${title} was removed.`)
    } catch {
      setProblem('It could not be removed. Please try again.')
    } finally {
      setGoing(false)
    }
  }
  return (
    <li>
      <div className={css.cover}>{coverUrl && <img src={coverUrl} alt="" loading="lazy" />}</div>
      <div className={css.what}>
        <h2 {...useTextLanguage(title)}>
          <Link to={pageCount > 1 ? `/zine/${id}/read` : `/zine/${id}`}>{title}</Link>
        </h2>
        <p>by {username}</p>
        <p className="meta">
          {counted(pageCount, 'page')} · {sizeWords(bytes)}
        </p>
        <Missing zine={zine} onDone={onDone} />
        {problem && <p role="alert">{problem}</p>}
      </div>
      <Button look="second" size="small" disabled={isGoing} onClick={() => void remove()}>
        Remove<span className="sr"> {title}</span>
      </Button>
    </li>
  )
}

function Missing({ zine: { id, title, missing }, onDone }: KeptRowProps) {
  const progress = useProgress(id)
  const [problem, setProblem] = useState<string>()
  if (missing === 0) return null
  const tryAgain = async () => {
    const why = await keepNow(id)
    setProblem(why)
    if (!why) onDone(`All of ${title} is saved now.`)
  }
  return (
    <div className={css.missing}>
      <p role="status">{progress ? 'Trying again...' : (problem ?? missingWords(missing))}</p>
      <Button
        look="second"
        size="small"
        aria-disabled={progress !== undefined}
        onClick={() => void tryAgain()}
      >
        Try again<span className="sr"> to save {title}</span>
      </Button>
    </div>
  )
}

const perMb = 1024 * 1024
const perGb = 1024 * perMb

/** Formats a size as `5.2 MB` or `2 GB`. Never rounds down to zero. */
export function sizeWords(bytes: number) {
  if (bytes >= perGb) return `${rounded(bytes / perGb)} GB`
  return bytes >= perMb / 10 ? `${rounded(bytes / perMb)} MB` : `${grouped(Math.ceil(bytes / 1024))} kB`
}

const rounded = (number: number) =>
  number < 10 ? String(Math.round(number * 10) / 10) : grouped(Math.round(number))
