import { useLingui } from '@lingui/react/macro'
import * as limits from '#contract/limits.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { MoreAbout } from '#web/details/more-about.tsx'
import check from '#web/ui/forms/check.module.css'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { DirectionPicker, PaperPicker } from '#web/upload/format-picker.tsx'
import css from './layout-table.module.css'
import { LonelyHalves } from './lonely-halves.tsx'
import { RedrawOffer } from './redraw-offer.tsx'
import type { LayoutTableProps } from './use-stage.ts'

type Props = Pick<LayoutTableProps, 'content' | 'onChange' | 'busy' | 'problems'> & { isVideo?: boolean }

export function LayoutDetails({ content, onChange, busy = false, problems, isVideo = false }: Props) {
  const { t } = useLingui()
  return (
    <div className={css.details}>
      <TextField
        label={t`Title`}
        name="title"
        maxLength={limits.zineTitle}
        required
        readOnly={busy}
        {...(problems?.title && { error: problems.title })}
        value={content.title}
        onChange={(event) => {
          const title = event.target.value
          onChange((current) => ({ ...current, title }))
        }}
      />
      <Field label={t`Description`} mark={t`optional`}>
        {(inputProps) => (
          <textarea
            {...inputProps}
            className="input"
            rows={3}
            maxLength={limits.zineDescription}
            readOnly={busy}
            {...textLanguageOf(content.description)}
            value={content.description}
            onChange={(event) => {
              const description = event.target.value
              onChange((current) => ({ ...current, description }))
            }}
          />
        )}
      </Field>
      {isVideo || <PageOptions content={content} onChange={onChange} busy={busy} />}
      <MoreAbout
        metadata={content}
        busy={busy}
        onChange={(change) => onChange((current) => ({ ...current, ...change(current) }))}
      />
    </div>
  )
}

const PageOptions = ({ content, onChange, busy = false }: Pick<Props, 'content' | 'onChange' | 'busy'>) => {
  const { t } = useLingui()
  return (
    <>
      <PaperPicker
        value={content.paper}
        picture={content.pages[0]}
        disabled={busy}
        onChange={(paper) => onChange((current) => ({ ...current, paper }))}
      />
      <RedrawOffer key={content.paper} content={content} onChange={onChange} busy={busy} />
      <DirectionPicker
        value={content.readingDirection}
        disabled={busy}
        onChange={(readingDirection) => onChange((current) => ({ ...current, readingDirection }))}
      />
      <LonelyHalves content={content} />
      <label className={css.print}>
        <input
          type="checkbox"
          className={check.check}
          checked={content.mayPrint}
          disabled={busy}
          onChange={(event) => {
            const mayPrint = event.target.checked
            onChange((current) => ({ ...current, mayPrint }))
          }}
        />
        {t`Readers may print and fold this zine.`}
      </label>
    </>
  )
}
