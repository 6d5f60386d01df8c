import * as limits from '#contract/limits.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { DraftPage } from './draft-page.ts'
import css from './page-words.module.css'

type Props = {
  page: DraftPage
  place: number
  busy: boolean
  onDescribe: (pageId: string, altText: string) => void
  onTranscribe: (pageId: string, transcript: string) => void
}

/** The words for the page that is shown, right under it: one looks at the page while one describes it. */
export const PageWords = ({ page, place, busy, onDescribe, onTranscribe }: Props) => (
  <div className={css.words}>
    <Field
      label={page.kind === 'video' ? 'What the video shows' : `What page ${place + 1} shows`}
      mark="for people who cannot see it"
    >
      {(wiring) => (
        <textarea
          {...wiring}
          className="input"
          rows={2}
          maxLength={limits.altText}
          readOnly={busy}
          value={page.altText}
          onChange={(event) => onDescribe(page.id, event.target.value)}
        />
      )}
    </Field>
    {page.kind === 'image' && (
      <details className={css.transcript}>
        <summary>Words on this page</summary>
        <textarea
          className="input"
          aria-label={`Words on page ${place + 1}`}
          rows={4}
          maxLength={limits.transcript}
          readOnly={busy}
          value={page.transcript}
          onChange={(event) => onTranscribe(page.id, event.target.value)}
        />
      </details>
    )}
  </div>
)
