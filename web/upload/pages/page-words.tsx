import * as limits from '#contract/limits.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { DraftPage } from './draft-page.ts'
import css from './page-words.module.css'

type Props = {
  page: DraftPage
  place: number
  busy: boolean
  onDescribe: (pageId: string, altText: string) => void
}

/** The words for the page that is shown, right under it: one looks at the page while one describes it. */
export const PageWords = ({ page, place, busy, onDescribe }: Props) => (
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
  </div>
)
