import type { CSSProperties } from 'react'
import { type AspectRatio, aspectRatios } from '#contract/limits.ts'

type Props = { value: AspectRatio; disabled: boolean; onChange: (ratio: AspectRatio) => void }

export const RatioPicker = ({ value, disabled, onChange }: Props) => (
  <fieldset className="field" disabled={disabled}>
    <legend>Paper</legend>
    <div className="ratios">
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
