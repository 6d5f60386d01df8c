import type { OpenPage } from '#contract/zines.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './page-texts.module.css'

type PageTextsProps = {
  page: Pick<OpenPage, 'altText' | 'transcript'> | undefined
  /** The language that the zine says it is in. */
  said: string | undefined
}

/** What a page shows, by its maker's description, and what it says; each in the language it is in. */
export function PageTexts({ page, said }: PageTextsProps) {
  const { altText = '', transcript = '' } = page ?? {}
  if (!altText && !transcript) return <p className="meta">Nothing is written down for this page.</p>
  return (
    <>
      {altText && <Words label="In the picture" text={altText} said={said} />}
      {transcript && <Words label="Words on this page" text={transcript} said={said} />}
    </>
  )
}

type WordsProps = { label: string; text: string; said: string | undefined }

function Words({ label, text, said }: WordsProps) {
  const language = useTextLanguage(text, said)
  return (
    <div className={css.texts}>
      <p className="meta">{label}</p>
      {paragraphsOf(text).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place
        <p key={at} {...language}>
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** A text of empty lines would be thousands of elements: the last paragraph has all the rest, with its blank lines. */
const mostParagraphs = 40

function paragraphsOf(text: string) {
  const all = text.trim().split(/\n\s*\n/)
  const rest = all.splice(mostParagraphs - 1).join('\n\n')
  return rest ? [...all, rest] : all
}
