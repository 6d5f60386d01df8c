import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { CoveredTexts } from './covered-texts.tsx'
import { pageName } from './page-names.ts'
import css from './words-panel.module.css'

type WordsPanelProps = { zine: OpenZine; shown: readonly number[]; count: number }

/** What the open pages show and say, beside them or below. */
export const WordsPanel = ({ zine, shown, count }: WordsPanelProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
  <section className={css.panel} aria-label="Words" tabIndex={0}>
    {shown.map((at) => (
      <div key={at} data-shows>
        <h2>{pageName(at, count)}</h2>
        <CoveredTexts zine={zine} page={zine.pages[at] as OpenPage} />
      </div>
    ))}
    <p>
      <Link to={`/zine/${zine.id}/text`}>The whole zine as text</Link>
    </p>
  </section>
)
