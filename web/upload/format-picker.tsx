import type { CSSProperties } from 'react'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { readingDirectionNames } from '#contract/detail-choices.ts'
import { type PaperFormat, type PictureSize, pageRatio } from '#contract/paper-formats.ts'
import { paperFormats, paperName, paperNames } from '#contract/paper-names.ts'
import { RadioChoices, type RadioChoicesProps } from '#web/ui/forms/radio-choices.tsx'
import css from './format-picker.module.css'

type Picked<Choice extends string> = Pick<RadioChoicesProps<Choice>, 'value' | 'disabled' | 'onChange'>

/** `picture` is the first one, which the paper is turned for and `pictures` is named after. */
export function PaperPicker({ picture, ...props }: Picked<PaperFormat> & { picture: PictureSize | undefined }) {
  const pictureName = paperName('pictures', picture)
  return (
    <RadioChoices
      {...props}
      className={css.choices}
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
  <RadioChoices
    {...props}
    className={css.choices}
    legend="Read from"
    choices={readingDirections}
    label={(direction) => readingDirectionNames[direction]}
  />
)
