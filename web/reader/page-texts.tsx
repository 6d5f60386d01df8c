import { coversPage } from '#contract/covering.ts'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { saidLanguage } from '#web/details/said-language.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { Note, useNotes } from '#web/zines/asking.tsx'
import css from './page-texts.module.css'
import { pageName } from './read-address.ts'

type PageTextsProps = {
  page: Pick<OpenPage, 'altText' | 'transcript'> | undefined
  said: string | undefined
}

export function PageTexts({ page, said }: PageTextsProps) {
  const { altText = '', transcript = '' } = page ?? {}
  if (!altText && !transcript) return <p className="meta">This page has no text.</p>
  return (
    <>
      {altText && <Words label="In the picture" text={altText} said={said} />}
      {transcript && <Words label="Words on this page" text={transcript} said={said} />}
    </>
  )
}

function Words({ label, text, said }: { label: string; text: string; said: string | undefined }) {
  const language = useTextLanguage(text, said)
  return (
    <div className={css.texts}>
      <p className="meta">{label}</p>
      {paragraphsOf(text).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph's index is its identity
        <p key={at} {...language}>
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** Maximum number of paragraphs, to limit the number of elements. The last one contains all remaining text. */
const mostParagraphs = 40

function paragraphsOf(text: string) {
  const all = text.trim().split(/\n\s*\n/)
  const rest = all.splice(mostParagraphs - 1).join('\n\n')
  return rest ? [...all, rest] : all
}

type CoveredTextsProps = { zine: OpenZine; page: OpenPage }

export const CoveredTexts = (covered: CoveredTextsProps) =>
  coversPage(covered.zine, covered.page) ? (
    <AskedTexts {...covered} />
  ) : (
    <PageTexts page={covered.page} said={saidLanguage(covered.zine)} />
  )

function AskedTexts({ zine, page }: CoveredTextsProps) {
  const { notes, agree } = useNotes(zine, [page])
  if (notes.length === 0) return <PageTexts page={page} said={saidLanguage(zine)} />
  return (
    <>
      <Note notes={notes} onShow={agree} />
      <noscript>
        {import.meta.env.SSR && (
          <details>
            <summary>Show it</summary>
            <PageTexts page={page} said={saidLanguage(zine)} />
          </details>
        )}
      </noscript>
    </>
  )
}

type WordsPanelProps = { zine: OpenZine; shown: readonly number[]; count: number }

export const WordsPanel = ({ zine, shown, count }: WordsPanelProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard
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
