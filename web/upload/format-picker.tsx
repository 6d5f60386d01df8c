import { type CSSProperties, type ReactNode, useId } from 'react'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { readingDirectionNames } from '#contract/detail-choices.ts'
import { type PaperFormat, type PictureSize, pageRatio } from '#contract/paper-formats.ts'
import { paperFormats, paperName, paperNames } from '#contract/paper-names.ts'
import field from '#web/ui/forms/field.module.css'
import css from './format-picker.module.css'

type PickerProps<Choice extends string> = {
  legend: string
  choices: readonly Choice[]
  value: Choice
  disabled: boolean
  label: (choice: Choice) => ReactNode
  onChange: (choice: Choice) => void
}

function Picker<Choice extends string>({ legend, choices, value, ...props }: PickerProps<Choice>) {
  const name = useId()
  return (
    <fieldset className={field.field} disabled={props.disabled}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => props.onChange(choice)}
            />
            {props.label(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type Picked<Choice extends string> = Pick<PickerProps<Choice>, 'value' | 'disabled' | 'onChange'>

/** `picture` is the first one, which the paper is turned for and `pictures` is named after. */
export function PaperPicker({ picture, ...props }: Picked<PaperFormat> & { picture: PictureSize | undefined }) {
  const pictureName = paperName('pictures', picture)
  return (
    <Picker
      {...props}
      legend="Paper"
      choices={paperFormats}
      label={(format) => (
        <>
          <i style={{ '--r': pageRatio(format, picture) } as CSSProperties} />
          {paperNames[format]}
          {format === 'pictures' && pictureName && `: ${pictureName}`}
        </>
      )}
    />
  )
}

export const DirectionPicker = (props: Picked<ReadingDirection>) => (
  <Picker
    {...props}
    legend="Read from"
    choices={readingDirections}
    label={(direction) => readingDirectionNames[direction]}
  />
)
