import * as limits from '#contract/limits.ts'
import { ConfirmFirst } from '#web/accounts/send-new-link.tsx'
import { MoreAbout } from '#web/details/more-about.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import check from '#web/ui/forms/check.module.css'
import { Field } from '#web/ui/forms/field.tsx'
import { DirectionPicker } from './direction-picker.tsx'
import type { DraftPage } from './pages/draft-page.ts'
import { RatioPicker } from './ratio-picker.tsx'
import { PrintProgress } from './sending/print-progress.tsx'
import css from './upload-form.module.css'
import type { DraftWords } from './use-draft.ts'
import type { UploadPhase } from './use-lay-out.ts'

type Props = {
  words: DraftWords
  pages: readonly DraftPage[]
  phase: UploadPhase
  missing: string | undefined
  /** The zine cannot be shared before its maker has confirmed their address. */
  mustConfirm: boolean
  onWords: (change: (last: DraftWords) => DraftWords) => void
  onShare: () => void
  onCancel: () => void
}

/** Title, description, the paper, and the way out: Cancel or Share. */
export function UploadForm({ words, pages, phase, missing, mustConfirm, onWords, ...on }: Props) {
  const busy = phase !== 'editing'
  const isPublishing = phase === 'publishing'
  const noTitle = missing !== undefined && words.title.trim() === ''
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) on.onShare()
      }}
    >
      <Field label="Title">
        {(wiring) => (
          <input
            {...wiring}
            name="title"
            className="input"
            maxLength={limits.zineTitle}
            required
            readOnly={busy}
            aria-invalid={noTitle || undefined}
            value={words.title}
            onChange={(event) => onWords(say({ title: event.target.value }))}
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
            onChange={(event) => onWords(say({ description: event.target.value }))}
          />
        )}
      </Field>
      <Particulars {...{ words, pages, busy, onWords }} />
      <div className={css.wayOut}>
        {missing && (
          <p className="error" role="alert">
            {missing}
          </p>
        )}
        {mustConfirm && (
          <div className={css.mustConfirm}>
            <p className="error" role="alert">
              Please confirm your email before you publish.
            </p>
            <ConfirmFirst />
          </div>
        )}
        <PrintProgress pages={pages} />
        <div className={dialog.row}>
          <button
            type="button"
            className={buttonClass({ look: 'second' })}
            aria-disabled={isPublishing || undefined}
            onClick={() => isPublishing || on.onCancel()}
          >
            Cancel
          </button>
          <button type="submit" className={buttonClass({})} aria-disabled={busy || undefined}>
            {busy && phase !== 'laying out' ? 'Sharing...' : 'Share'}
          </button>
        </div>
      </div>
    </form>
  )
}

const say = (words: Partial<DraftWords>) => (last: DraftWords) => ({ ...last, ...words })

type ParticularsProps = Pick<Props, 'words' | 'pages' | 'onWords'> & { busy: boolean }

/** The paper, whether it may be printed, and what else there is to say. */
function Particulars({ words, pages, busy, onWords }: ParticularsProps) {
  const isVideo = pages[0]?.kind === 'video'
  return (
    <>
      <RatioPicker
        value={words.aspectRatio}
        disabled={busy}
        onChange={(aspectRatio) => onWords(say({ aspectRatio }))}
      />
      {!isVideo && (
        <label className={css.mayPrint}>
          <input
            type="checkbox"
            className={check.check}
            checked={words.mayPrint}
            disabled={busy}
            onChange={(event) => onWords(say({ mayPrint: event.target.checked }))}
          />
          Readers may print and fold this zine.
        </label>
      )}
      <MoreAbout
        said={words}
        busy={busy}
        onChange={(change) => onWords((last) => ({ ...last, ...change(last) }))}
      >
        {!isVideo && (
          <DirectionPicker
            value={words.readingDirection}
            disabled={busy}
            onChange={(readingDirection) => onWords(say({ readingDirection }))}
          />
        )}
      </MoreAbout>
    </>
  )
}
