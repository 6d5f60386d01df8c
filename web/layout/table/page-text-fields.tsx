import type { I18n } from '@lingui/core'
import { plural, t as translate } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as limits from '#contract/limits.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { formatNumber } from '#web/languages/formats.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { CaptionsField } from '#web/upload/captions/captions-field.tsx'
import { AltTextField } from '#web/upload/pages/upload-page-texts.tsx'
import { type ContentChange, type ContentPage, changePageText } from './content.ts'
import css from './layout-table.module.css'

type Props = {
  page: ContentPage
  /** Counts the pages shown, which can include uploads. */
  pageIndex: number
  isVideo: boolean
  busy: boolean
  onChange: (change: ContentChange) => void
}

export function PageTextFields({ page, pageIndex, isVideo, busy, onChange }: Props) {
  const { t, i18n } = useLingui()
  // Only an import gives a video a content note. Its emptied field stays, to keep focus.
  const [hadNote] = useState(page.contentNote !== '')
  const change = (texts: Partial<ContentPage>) => onChange(changePageText(page.id, texts))
  return (
    <div className={css.pageText}>
      <AltTextField
        isVideo={isVideo}
        pageIndex={pageIndex}
        busy={busy}
        {...lengthHint(i18n, page.altText, limits.altText)}
        altText={page.altText}
        onChange={(altText) => change({ altText })}
      />
      <Field label={t`Words on this page`} mark={t`optional`} {...lengthHint(i18n, page.transcript, limits.transcript)}>
        {(inputProps) => (
          <textarea
            {...inputProps}
            className="input"
            rows={3}
            maxLength={limits.transcript}
            readOnly={busy}
            {...textLanguageOf(page.transcript)}
            value={page.transcript}
            onChange={(event) => change({ transcript: event.target.value, isFromDocument: false })}
          />
        )}
      </Field>
      {(!isVideo || hadNote || page.contentNote !== '') && (
        <Field
          label={isVideo ? t`Content note of this video` : t`Content note of this page`}
          mark={t`optional`}
          hint={t`Covers the page until the reader agrees.`}
        >
          {(inputProps) => (
            <input
              {...inputProps}
              className="input"
              maxLength={limits.contentNote}
              readOnly={busy}
              {...textLanguageOf(page.contentNote)}
              value={page.contentNote}
              onChange={(event) => change({ contentNote: event.target.value })}
            />
          )}
        </Field>
      )}
      {isVideo && <CaptionsField captions={page.captions} busy={busy} onChange={(captions) => change({ captions })} />}
      {page.isFromDocument && page.transcript !== '' && (
        <p className={css.fromPdf}>
          <span>{t`Taken from your PDF. Please check it.`}</span>
          <Button
            look="second"
            size="small"
            disabled={busy}
            onClick={() => change({ isFromDocument: false })}
          >{t`Text is correct`}</Button>
        </p>
      )}
    </div>
  )
}

function lengthHint(i18n: I18n, text: string, maxLength: number) {
  if (text.length < maxLength * 0.8) return {}
  const count = formatNumber(i18n.locale, text.length)
  return {
    hint: translate(i18n)`${plural(maxLength, { one: `${count} of # character`, other: `${count} of # characters` })}`,
  }
}
