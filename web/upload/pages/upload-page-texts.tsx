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

export const UploadPageTexts = ({ page, pageIndex, busy, onChange }: Props) => (
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
        <summary>Words on this page</summary>
        <textarea
          className="input"
          aria-label={`Words on page ${pageIndex + 1}`}
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

type AltTextFieldProps = {
  isVideo: boolean
  pageIndex: number
  altText: string
  busy: boolean
  hint?: string
  onChange: (altText: string) => void
}

export const AltTextField = ({ isVideo, pageIndex, altText, busy, hint, onChange }: AltTextFieldProps) => (
  <TextArea
    label={isVideo ? 'What the video shows' : `What page ${pageIndex + 1} shows`}
    mark="for people who cannot see it"
    hint={hint}
    rows={2}
    maxLength={limits.altText}
    readOnly={busy}
    value={altText}
    onChange={(event) => onChange(event.target.value)}
  />
)
