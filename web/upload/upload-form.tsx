import { useEffect, useRef } from 'react'
import * as limits from '#contract/limits.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Field } from '#web/ui/forms/field.tsx'
import type { DraftPage } from './pages/draft-page.ts'
import { RatioPicker } from './ratio-picker.tsx'
import { PrintProgress } from './sending/print-progress.tsx'
import css from './upload-form.module.css'
import type { DraftWords, SharePhase } from './use-draft.ts'

type Props = {
  words: DraftWords
  pages: readonly DraftPage[]
  /** Which page is shown and described. */
  place: number
  phase: SharePhase
  missing: string | undefined
  onWords: (words: DraftWords) => void
  onDescribe: (pageId: string, altText: string) => void
  onShare: () => void
  onCancel: () => void
}

/** Title, description, the words for the page that is shown, and the way out: Cancel or Share. */
export function UploadForm({ words, pages, place, phase, missing, onWords, onDescribe, ...on }: Props) {
  const title = useRef<HTMLInputElement>(null)
  const busy = phase !== 'editing'
  const page = pages[place]
  const noTitle = missing !== undefined && words.title.trim() === ''
  useEffect(() => {
    if (noTitle) title.current?.focus()
  }, [noTitle])
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        on.onShare()
      }}
    >
      <Field label="Title">
        {(wiring) => (
          <input
            {...wiring}
            ref={title}
            className="input"
            maxLength={limits.zineTitle}
            required
            readOnly={busy}
            aria-invalid={noTitle || undefined}
            value={words.title}
            onChange={(event) => onWords({ ...words, title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" mark="optional">
        {(wiring) => (
          <textarea
            {...wiring}
            className="input"
            rows={2}
            maxLength={limits.zineDescription}
            readOnly={busy}
            value={words.description}
            onChange={(event) => onWords({ ...words, description: event.target.value })}
          />
        )}
      </Field>
      {page && (
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
      )}
      <RatioPicker
        value={words.aspectRatio}
        disabled={busy}
        onChange={(aspectRatio) => onWords({ ...words, aspectRatio })}
      />
      <div className={css.wayOut}>
        {missing && (
          <p className="error" role="alert">
            {missing}
          </p>
        )}
        <PrintProgress pages={pages} />
        <div className={dialog.row}>
          <button
            type="button"
            className={buttonClass({ look: 'second' })}
            disabled={phase === 'publishing'}
            onClick={on.onCancel}
          >
            Cancel
          </button>
          <button type="submit" className={buttonClass({})} disabled={busy}>
            {busy ? 'Sharing...' : 'Share'}
          </button>
        </div>
      </div>
    </form>
  )
}
