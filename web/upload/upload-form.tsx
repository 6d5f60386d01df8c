import * as limits from '#contract/limits.ts'
import { ConfirmFirst } from '#web/accounts/send-new-link.tsx'
import { MoreAbout } from '#web/details/more-about.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Problem, TextArea, TextField } from '#web/ui/forms/field.tsx'
import type { DraftPage } from './pages/draft-pages.ts'
import type { UploadPhase } from './pages/lay-it-out.tsx'
import { DirectionPicker, RatioPicker } from './ratio-picker.tsx'
import { PrintProgress } from './sending/print-progress.tsx'
import css from './upload-form.module.css'
import type { DraftWords } from './use-draft.ts'

type Props = {
  words: DraftWords
  pages: readonly DraftPage[]
  phase: UploadPhase
  missing: string | undefined
  mustConfirm: boolean
  onWords: (change: (last: DraftWords) => DraftWords) => void
  onShare: () => void
  onCancel: () => void
}

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
      <TextField
        label="Title"
        name="title"
        maxLength={limits.zineTitle}
        required
        readOnly={busy}
        aria-invalid={noTitle || undefined}
        value={words.title}
        onChange={(event) => onWords(say({ title: event.target.value }))}
      />
      <TextArea
        label="Description"
        mark="optional"
        rows={2}
        maxLength={limits.zineDescription}
        readOnly={busy}
        value={words.description}
        onChange={(event) => onWords(say({ description: event.target.value }))}
      />
      <Particulars {...{ words, pages, busy, onWords }} />
      <div className={css.wayOut}>
        <Problem>{missing}</Problem>
        {mustConfirm && (
          <div className={css.mustConfirm}>
            <Problem>Please confirm your email before you publish.</Problem>
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
        <CheckBox
          className={css.mayPrint}
          checked={words.mayPrint}
          disabled={busy}
          onChange={(event) => onWords(say({ mayPrint: event.target.checked }))}
        >
          Readers may print and fold this zine.
        </CheckBox>
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
