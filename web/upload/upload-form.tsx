import { useLingui } from '@lingui/react/macro'
import * as limits from '#contract/limits.ts'
import { isBlank } from '#contract/visible-text.ts'
import { UnconfirmedEmailNotice } from '#web/accounts/send-new-link.tsx'
import { MoreAbout } from '#web/details/more-about.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Problem, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { DirectionPicker, PaperPicker } from './format-picker.tsx'
import type { ChosenPage } from './pages/chosen-pages.ts'
import type { UploadPhase } from './pages/lay-out-offer.tsx'
import { PrintProgress } from './sending/print-progress.tsx'
import css from './upload-form.module.css'
import type { DialogFields, ZineFields } from './use-share.ts'

type Props = {
  fields: ZineFields
  pages: readonly ChosenPage[]
  phase: UploadPhase
  missing: string | undefined
  mustConfirm: boolean
  onFieldsChange: (change: (last: DialogFields) => DialogFields) => void
  onShare: () => void
  onCancel: () => void
}

export function UploadForm({ fields, pages, phase, missing, mustConfirm, onFieldsChange, ...on }: Props) {
  const { t } = useLingui()
  const busy = phase !== 'editing'
  const isPublishing = phase === 'publishing'
  const isTitleMissing = missing !== undefined && isBlank(fields.title)
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
        label={t`Title`}
        name="title"
        maxLength={limits.zineTitle}
        required
        readOnly={busy}
        aria-invalid={isTitleMissing || undefined}
        value={fields.title}
        onChange={(event) => onFieldsChange(withChanges({ title: event.target.value }))}
      />
      <TextArea
        label={t`Description`}
        mark={t`optional`}
        rows={2}
        maxLength={limits.zineDescription}
        readOnly={busy}
        value={fields.description}
        onChange={(event) => onFieldsChange(withChanges({ description: event.target.value }))}
      />
      <Particulars fields={fields} pages={pages} busy={busy} onFieldsChange={onFieldsChange} />
      <div className={css.footer}>
        <Problem>{missing}</Problem>
        {mustConfirm && (
          <div className={css.mustConfirm}>
            <Problem>{t`Please confirm your email before you publish.`}</Problem>
            <UnconfirmedEmailNotice />
          </div>
        )}
        <PrintProgress pages={pages} />
        <div className={dialog.row}>
          <button
            type="button"
            className={buttonClass({ look: 'second' })}
            aria-disabled={isPublishing || undefined}
            onClick={() => isPublishing || on.onCancel()}
          >{t`Cancel`}</button>
          <button type="submit" className={buttonClass({})} aria-disabled={busy || undefined}>
            {busy && phase !== 'laying out' ? t`Sharing...` : t`Share`}
          </button>
        </div>
      </div>
    </form>
  )
}

const withChanges = (changes: Partial<DialogFields>) => (last: DialogFields) => ({ ...last, ...changes })

type ParticularsProps = Pick<Props, 'fields' | 'pages' | 'onFieldsChange'> & { busy: boolean }

function Particulars({ fields, pages, busy, onFieldsChange }: ParticularsProps) {
  const { t } = useLingui()
  const isVideo = pages[0]?.kind === 'video'
  return (
    <>
      {!isVideo && (
        <PaperPicker
          value={fields.paper}
          picture={pages[0]?.media ?? undefined}
          disabled={busy}
          onChange={(paper) => onFieldsChange(withChanges({ paper }))}
        />
      )}
      {!isVideo && (
        <CheckBox
          className={css.mayPrint}
          checked={fields.mayPrint}
          disabled={busy}
          onChange={(event) => onFieldsChange(withChanges({ mayPrint: event.target.checked }))}
        >{t`Readers may print and fold this zine.`}</CheckBox>
      )}
      <MoreAbout
        metadata={fields}
        busy={busy}
        onChange={(change) => onFieldsChange((last) => ({ ...last, ...change(last) }))}
      >
        {!isVideo && (
          <DirectionPicker
            value={fields.readingDirection}
            disabled={busy}
            onChange={(readingDirection) => onFieldsChange(withChanges({ readingDirection }))}
          />
        )}
      </MoreAbout>
    </>
  )
}
