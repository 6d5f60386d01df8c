import * as limits from '#contract/limits.ts'
import { Field } from '#web/ui/forms/field.tsx'

type Props = {
  isVideo: boolean
  place: number
  altText: string
  busy: boolean
  hint?: string
  onChange: (altText: string) => void
}

/** What a page shows, for people who cannot see it. */
export const AltTextField = ({ isVideo, place, altText, busy, hint, onChange }: Props) => (
  <Field
    label={isVideo ? 'What the video shows' : `What page ${place + 1} shows`}
    mark="for people who cannot see it"
    {...(hint && { hint })}
  >
    {(wiring) => (
      <textarea
        {...wiring}
        className="input"
        rows={2}
        maxLength={limits.altText}
        readOnly={busy}
        value={altText}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
