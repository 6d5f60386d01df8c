import { useState } from 'react'
import * as limits from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { AltTextField } from '#web/upload/pages/page-words.tsx'
import { changeWords, type LayoutChange, type LayoutPage } from './layout.ts'
import css from './layout-table.module.css'

type Props = {
  page: LayoutPage
  place: number
  isVideo: boolean
  busy: boolean
  onChange: (change: LayoutChange) => void
}

export function LaidPageWords({ page, place, isVideo, busy, onChange }: Props) {
  // Only an import gives a video a content note. Its emptied field stays, to keep focus.
  const [hadNote] = useState(page.contentNote !== '')
  const change = (words: Partial<LayoutPage>) => onChange(changeWords(place, page.url, words))
  return (
    <div className={css.words}>
      <AltTextField
        {...{ isVideo, place, busy, ...hintOf(page.altText, limits.altText) }}
        altText={page.altText}
        onChange={(altText) => change({ altText })}
      />
      <Field label="Words on this page" mark="optional" {...hintOf(page.transcript, limits.transcript)}>
        {(wiring) => (
          <textarea
            {...wiring}
            className="input"
            rows={3}
            maxLength={limits.transcript}
            readOnly={busy}
            value={page.transcript}
            onChange={(event) => change({ transcript: event.target.value, isFromDocument: false })}
          />
        )}
      </Field>
      {(!isVideo || hadNote || page.contentNote !== '') && (
        <Field
          label={`Content note of this ${isVideo ? 'video' : 'page'}`}
          mark="optional"
          hint="Covers the page until the reader agrees."
        >
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              maxLength={limits.contentNote}
              readOnly={busy}
              value={page.contentNote}
              onChange={(event) => change({ contentNote: event.target.value })}
            />
          )}
        </Field>
      )}
      {page.isFromDocument && page.transcript !== '' && (
        <p className={css.taken}>
          <span>Taken from your PDF. Please check it.</span>
          <Button
            look="second"
            size="small"
            disabled={busy}
            onClick={() => change({ isFromDocument: false })}
          >
            Text is correct
          </Button>
        </p>
      )}
    </div>
  )
}

function hintOf(text: string, most: number) {
  if (text.length < most * 0.8) return {}
  return { hint: `${text.length.toLocaleString('en')} of ${most.toLocaleString('en')} characters` }
}
