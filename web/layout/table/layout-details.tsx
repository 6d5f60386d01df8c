import { useId } from 'react'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import * as limits from '#contract/limits.ts'
import check from '#web/ui/forms/check.module.css'
import field from '#web/ui/forms/field.module.css'
import { Field } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import ratio from '#web/upload/ratio-picker.module.css'
import { RatioPicker } from '#web/upload/ratio-picker.tsx'
import css from './layout-details.module.css'
import type { LayoutTableProps } from './layout-props.ts'

type Props = Pick<LayoutTableProps, 'layout' | 'onChange' | 'busy' | 'problems'> & { isVideo?: boolean }

/** Title, description, the paper, and of pages which way they are read and whether readers may print them. */
export function LayoutDetails({ layout, onChange, busy = false, problems, isVideo = false }: Props) {
  return (
    <div className={css.details}>
      <TextField
        label="Title"
        name="title"
        maxLength={limits.zineTitle}
        required
        readOnly={busy}
        {...(problems?.title && { error: problems.title })}
        value={layout.title}
        onChange={(event) => {
          const title = event.target.value
          onChange((last) => ({ ...last, title }))
        }}
      />
      <Field label="Description" mark="optional">
        {(wiring) => (
          <textarea
            {...wiring}
            className="input"
            rows={3}
            maxLength={limits.zineDescription}
            readOnly={busy}
            value={layout.description}
            onChange={(event) => {
              const description = event.target.value
              onChange((last) => ({ ...last, description }))
            }}
          />
        )}
      </Field>
      <RatioPicker
        value={layout.aspectRatio}
        disabled={busy}
        onChange={(aspectRatio) => onChange((last) => ({ ...last, aspectRatio }))}
      />
      {isVideo || <OfPages {...{ layout, onChange, busy }} />}
    </div>
  )
}

const OfPages = ({ layout, onChange, busy = false }: Pick<Props, 'layout' | 'onChange' | 'busy'>) => (
  <>
    <DirectionPicker
      value={layout.readingDirection}
      disabled={busy}
      onChange={(readingDirection) => onChange((last) => ({ ...last, readingDirection }))}
    />
    <label className={css.print}>
      <input
        type="checkbox"
        className={check.check}
        checked={layout.mayPrint}
        disabled={busy}
        onChange={(event) => {
          const mayPrint = event.target.checked
          onChange((last) => ({ ...last, mayPrint }))
        }}
      />
      Readers may print and fold this zine.
    </label>
  </>
)

const directionWords: Record<ReadingDirection, string> = { ltr: 'Left to right', rtl: 'Right to left' }

type DirectionProps = {
  value: ReadingDirection
  disabled: boolean
  onChange: (direction: ReadingDirection) => void
}

const DirectionPicker = ({ value, disabled, onChange }: DirectionProps) => {
  const group = useId()
  return (
    <fieldset className={field.field} disabled={disabled}>
      <legend>Read from</legend>
      <div className={ratio.ratios}>
        {readingDirections.map((direction) => (
          <label key={direction}>
            <input
              type="radio"
              name={group}
              value={direction}
              checked={direction === value}
              onChange={() => onChange(direction)}
            />
            {directionWords[direction]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
