import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { counted } from '#web/ui/number.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import { keepNow, missingWords, useProgress } from './keeping.ts'
import css from './kept-page.module.css'
import { type KeptZine, removeKept } from './kept-zines.ts'
import { sizeWords } from './size-words.ts'

type KeptRowProps = { zine: KeptZine; onDone: (words: string) => void }

/** A kept zine: what it is, how much room it takes, and what can be done with it. */
export function KeptRow({ zine, onDone }: KeptRowProps) {
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
      setProblem('It could not be removed. Try again.')
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

/** What of it could not be fetched, and the way to try once more. */
function Missing({ zine: { id, title, missing }, onDone }: KeptRowProps) {
  const progress = useProgress(id)
  const [problem, setProblem] = useState<string>()
  if (missing === 0) return null
  const tryAgain = async () => {
    const why = await keepNow(id)
    setProblem(why)
    if (!why) onDone(`All of ${title} is kept now.`)
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
        Try again<span className="sr"> to keep {title}</span>
      </Button>
    </div>
  )
}
