import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { readingDirectionNames } from '#contract/detail-choices.ts'
import { type PaperFormat, type PictureSize, pageRatio } from '#contract/paper-formats.ts'
import { paperFormats, paperName, paperNames } from '#contract/paper-names.ts'
import { RadioGroup, type RadioGroupProps } from '#web/ui/forms/radio-group.tsx'
import css from './format-picker.module.css'

type Picked<Choice extends string> = Pick<RadioGroupProps<Choice>, 'value' | 'disabled' | 'onChange'>

/** `picture` is the first one, which the paper is turned for and `pictures` is named after. */
export function PaperPicker({ picture, ...props }: Picked<PaperFormat> & { picture: PictureSize | undefined }) {
  const { t } = useLingui()
  const pictureName = paperName('pictures', picture)
  return (
    <RadioGroup
      {...props}
      look="boxes"
      className={css.choices}
      legend={t`Paper`}
      values={paperFormats}
      label={(format) => (
        <>
          <i style={{ '--r': pageRatio(format, picture) } as CSSProperties} />
          {t(paperNames[format])}
          {format === 'pictures' &&
            pictureName &&
            `: ${typeof pictureName === 'object' ? t(pictureName) : pictureName}`}
        </>
      )}
    />
  )
}

export const DirectionPicker = (props: Picked<ReadingDirection>) => {
  const { t } = useLingui()
  return (
    <RadioGroup
      {...props}
      look="boxes"
      className={css.choices}
      legend={t`Read from`}
      values={readingDirections}
      label={(direction) => t(readingDirectionNames[direction])}
    />
  )
}
