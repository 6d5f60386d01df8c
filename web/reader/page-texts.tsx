import { useLingui } from '@lingui/react/macro'
import { createElement } from 'react'
import { hidesPage } from '#contract/content-warning.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
import { ownDescription } from '#web/details/page-description.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ContentWarningPrompt, usePendingNotes } from '#web/zines/content-warning-prompt.tsx'
import css from './page-texts.module.css'
import { pageName } from './reader-address.ts'

type PageTextsProps = {
  page: Pick<FullZinePage, 'altText' | 'transcript'> | undefined
  declaredLanguage: string | null
}

export function PageTexts({ page, declaredLanguage }: PageTextsProps) {
  const { t } = useLingui()
  const { transcript = '' } = page ?? {}
  const altText = ownDescription(page?.altText ?? '', transcript)
  if (!altText && !transcript) return <p className="meta">{t`This page has no text.`}</p>
  return (
    <>
      {altText && <TextSection label={t`In the image`} text={altText} declaredLanguage={declaredLanguage} />}
      {transcript && (
        <TextSection label={t`Words on this page`} text={transcript} declaredLanguage={declaredLanguage} />
      )}
    </>
  )
}

function TextSection({
  label,
  text,
  declaredLanguage,
}: {
  label: string
  text: string
  declaredLanguage: string | null
}) {
  const language = useTextLanguage(text, declaredLanguage)
  return (
    <div className={css.texts}>
      <p className="meta">{label}</p>
      {paragraphsOf(text)
        .flatMap((paragraph): Part[] => (isLong(text) ? [{ tag: 'p', lines: [paragraph] }] : partsOf(paragraph)))
        .map(({ tag, lines }, at) =>
          createElement(tag, { key: at, ...language }, tag === 'p' ? lines.join('\n') : lines.map(readEntry)),
        )}
    </div>
  )
}

const entry = /^(?:[-*•]|(\d{1,3})[.)])\s+(?=\S)/

type Part = { tag: 'p' | 'ul' | 'ol'; lines: string[] }

/** Lines that start like entries of a list are one. */
function partsOf(paragraph: string) {
  const parts: Part[] = []
  for (const line of paragraph.split('\n')) {
    const [mark, number] = entry.exec(line) ?? []
    const tag = mark ? (number ? 'ol' : 'ul') : 'p'
    const last = parts.at(-1)
    if (last && last.tag === tag) last.lines.push(line)
    else parts.push({ tag, lines: [line] })
  }
  return parts
}

function readEntry(line: string, at: number) {
  const [mark = '', number] = entry.exec(line) ?? []
  return (
    <li key={at} value={number && Number(number)}>
      {line.slice(mark.length)}
    </li>
  )
}

/** Maximum number of entries, to limit the number of elements. Longer lists are paragraphs. */
const maxEntries = 80
const isLong = (text: string) => text.split('\n').filter((line) => entry.test(line)).length > maxEntries

/** Maximum number of paragraphs, for the same reason. The last one contains all remaining text. */
const maxParagraphs = 40

function paragraphsOf(text: string) {
  const all = text.trim().split(/\n\s*\n/)
  const rest = all.splice(maxParagraphs - 1).join('\n\n')
  return rest ? [...all, rest] : all
}

type GuardedTextsProps = { zine: FullZine; page: FullZinePage }

export const GuardedTexts = (props: GuardedTextsProps) =>
  hidesPage(props.zine, props.page) ? (
    <TextsAfterPrompt {...props} />
  ) : (
    <PageTexts page={props.page} declaredLanguage={props.zine.language} />
  )

function TextsAfterPrompt({ zine, page }: GuardedTextsProps) {
  const { t } = useLingui()
  const { notes, agree } = usePendingNotes(zine, [page])
  if (notes.length === 0) return <PageTexts page={page} declaredLanguage={zine.language} />
  return (
    <>
      <ContentWarningPrompt notes={notes} language={zine.language} onShow={agree} />
      <noscript>
        {import.meta.env.SSR && (
          <details>
            <summary>{t`Show it`}</summary>
            <PageTexts page={page} declaredLanguage={zine.language} />
          </details>
        )}
      </noscript>
    </>
  )
}

type TextPanelProps = { zine: FullZine; visiblePages: readonly number[]; count: number }

export const TextPanel = ({ zine, visiblePages, count }: TextPanelProps) => {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard
    <section className={css.panel} aria-label={t`Words`} tabIndex={0}>
      {visiblePages.map((at) => (
        <div key={at} data-shows>
          <h2>{t(pageName(at, count))}</h2>
          <GuardedTexts zine={zine} page={zine.pages[at] as FullZinePage} />
        </div>
      ))}
      <p>
        <Link to={`/zine/${zine.id}/text`}>{t`The whole zine as text`}</Link>
      </p>
    </section>
  )
}
