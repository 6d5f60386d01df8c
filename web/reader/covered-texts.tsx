import { coversPage } from '#contract/covering.ts'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { saidLanguage } from '#web/details/said-language.ts'
import { Note, useNotes } from '#web/zines/asking.tsx'
import { PageTexts } from './page-texts.tsx'

type CoveredTextsProps = { zine: OpenZine; page: OpenPage }

/** What a page shows and says, once its reader has agreed to what they are told of it. */
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
