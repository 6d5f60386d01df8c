import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PageRecipe, PictureTreatment } from '#contract/page-recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { PageLanguageField } from '../look/page-language-field.tsx'
import type { RecipeChange } from './caption-field.tsx'
import css from './page-maker.module.css'
import { RangeField } from './range-field.tsx'

type Props = { recipe: PageRecipe; onChange: RecipeChange }

/** How inks are printed, and the language. */
export function PrintFields({ recipe, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <CheckBox
        checked={recipe.isTextured}
        onChange={({ target }) => onChange({ isTextured: target.checked })}
      >{t`Printed look: grain, and slightly misaligned inks`}</CheckBox>
      <PageLanguageField language={recipe.language} onChange={(language) => onChange({ language })} />
    </>
  )
}

/** How the pictures of the page are printed. */
export function TreatmentFields({ recipe, onChange }: Props) {
  const { t } = useLingui()
  const { treatment, brightness = 0, contrast = 0, whitensPaper = false } = recipe
  return (
    <>
      <RadioGroup
        legend={t`Images`}
        values={Object.keys(treatments) as PictureTreatment[]}
        value={treatment}
        onChange={(value) => onChange({ treatment: value })}
        label={(value) => t(treatments[value])}
      />
      <div className={css.tones}>
        <ToneField label={t`Brightness`} value={brightness} onChange={(value) => onChange({ brightness: value })} />
        <ToneField label={t`Contrast`} value={contrast} onChange={(value) => onChange({ contrast: value })} />
        <Button
          look="second"
          size="small"
          aria-disabled={(brightness === 0 && contrast === 0) || undefined}
          onClick={() => onChange({ brightness: undefined, contrast: undefined })}
        >{t`Reset brightness and contrast`}</Button>
      </div>
      <CheckBox
        checked={whitensPaper}
        onChange={({ target }) => onChange({ whitensPaper: target.checked || undefined })}
      >{t`White paper (for scans)`}</CheckBox>
    </>
  )
}

type ToneFieldProps = { label: string; value: number; onChange: (value: number) => void }

const ToneField = ({ value, ...field }: ToneFieldProps) => (
  <RangeField
    {...field}
    value={value}
    mark={value > 0 ? `+${value}` : value < 0 ? `−${-value}` : ''}
    min={-100}
    max={100}
    step={5}
  />
)

const treatments: Record<PictureTreatment, MessageDescriptor> = {
  unchanged: msg`Unchanged`,
  fine: msg`In the inks, with fine dots`,
  coarse: msg`In the inks, with coarse dots`,
  photocopy: msg`Photocopy`,
  lines: msg`Line art`,
  dither: msg`Dither`,
}
