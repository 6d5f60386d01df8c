import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PageRecipe, PictureTreatment } from '#contract/page-recipe.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { PageLanguageField } from '../look/page-language-field.tsx'
import { printedParts } from '../templates/template-fields.ts'
import type { RecipeChange } from './caption-field.tsx'

type Props = { recipe: PageRecipe; onChange: RecipeChange }

/** How pictures and inks are printed, and the language. */
export function PrintFields({ recipe, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      {printedParts(recipe).pictures.some(Boolean) && (
        <RadioGroup
          legend={t`Images`}
          values={Object.keys(treatments) as PictureTreatment[]}
          value={recipe.treatment}
          onChange={(treatment) => onChange({ treatment })}
          label={(treatment) => t(treatments[treatment])}
        />
      )}
      <CheckBox
        checked={recipe.isTextured}
        onChange={({ target }) => onChange({ isTextured: target.checked })}
      >{t`Printed look: grain, and slightly misaligned inks`}</CheckBox>
      <PageLanguageField language={recipe.language} onChange={(language) => onChange({ language })} />
    </>
  )
}

const treatments: Record<PictureTreatment, MessageDescriptor> = {
  unchanged: msg`Unchanged`,
  fine: msg`In the inks, with fine dots`,
  coarse: msg`In the inks, with coarse dots`,
}
