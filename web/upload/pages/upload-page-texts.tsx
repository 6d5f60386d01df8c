import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import * as limits from '#contract/limits.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { CaptionsField } from '../captions/captions-field.tsx'
import type { ChosenPage, PageTexts } from './chosen-pages.ts'
import css from './upload-page-texts.module.css'

type Props = {
  page: ChosenPage
  pageIndex: number
  busy: boolean
  onChange: (pageId: string, texts: Partial<PageTexts>) => void
}

export const UploadPageTexts = ({ page, pageIndex, busy, onChange }: Props) => {
  const { t } = useLingui()
  return (
    <div className={css.texts}>
      <AltTextField
        pageIndex={pageIndex}
        busy={busy}
        isVideo={page.kind === 'video'}
        altText={page.altText}
        onChange={(altText) => onChange(page.id, { altText })}
      />
      {page.kind === 'video' && (
        <CaptionsField captions={page.captions} busy={busy} onChange={(captions) => onChange(page.id, { captions })} />
      )}
      {page.kind === 'image' && (
        <details className={css.transcript}>
          <summary>{t`Words on this page`}</summary>
          <textarea
            className="input"
            aria-label={t`Words on page ${ph({ number: pageIndex + 1 })}`}
            rows={4}
            maxLength={limits.transcript}
            readOnly={busy}
            {...textLanguageOf(page.transcript)}
            value={page.transcript}
            onChange={(event) => onChange(page.id, { transcript: event.target.value })}
          />
        </details>
      )}
    </div>
  )
}

type AltTextFieldProps = {
  isVideo: boolean
  pageIndex: number
  altText: string
  busy: boolean
  hint?: string
  onChange: (altText: string) => void
}

export const AltTextField = ({ isVideo, pageIndex, altText, busy, hint, onChange }: AltTextFieldProps) => {
  const { t } = useLingui()
  return (
    <TextArea
      label={isVideo ? t`What the video shows` : t`What page ${ph({ number: pageIndex + 1 })} shows`}
      mark={t`for people who cannot see it`}
      hint={hint}
      rows={2}
      maxLength={limits.altText}
      readOnly={busy}
      value={altText}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
