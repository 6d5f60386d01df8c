import type { CSSProperties } from 'react'
import { type AspectRatio, aspectRatios } from '#contract/aspect-ratios.ts'
import field from '#web/ui/forms/field.module.css'
import css from './ratio-picker.module.css'

type Props = { value: AspectRatio; disabled: boolean; onChange: (ratio: AspectRatio) => void }

export const RatioPicker = ({ value, disabled, onChange }: Props) => (
  <fieldset className={field.field} disabled={disabled}>
    <legend>Paper</legend>
    <div className={css.ratios}>
      {aspectRatios.map((ratio) => (
        <label key={ratio}>
          <input
            type="radio"
            name="aspect-ratio"
            value={ratio}
            checked={ratio === value}
            onChange={() => onChange(ratio)}
          />
          <i style={{ '--r': ratio.replace(':', ' / ') } as CSSProperties} />
          {ratio}
        </label>
      ))}
    </div>
  </fieldset>
)
