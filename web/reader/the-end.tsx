import type { OpenZine } from '#contract/zines.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './the-end.module.css'

type TheEndProps = { zine: OpenZine; onAgain: () => void }

/** Behind the back: where one goes from here. */
export function TheEnd({ zine: { id, title, creator, pages }, onAgain }: TheEndProps) {
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
