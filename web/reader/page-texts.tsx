import type { OpenPage } from '#contract/zines.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './page-texts.module.css'

/** What a page shows, by its maker's description, and what it says; each in the language it is in. */
export function PageTexts({ page }: { page: Pick<OpenPage, 'altText' | 'transcript'> | undefined }) {
  const { altText = '', transcript = '' } = page ?? {}
  if (!altText && !transcript) return <p className="meta">Nothing is written down for this page.</p>
  return (
    <>
      {altText && <Words label="In the picture" text={altText} />}
      {transcript && <Words label="Words on this page" text={transcript} />}
    </>
  )
}

function Words({ label, text }: { label: string; text: string }) {
  const language = useTextLanguage(text)
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

const paragraphsOf = (text: string) => text.trim().split(/\n\s*\n/)
