import type { PageRecipe, PictureTreatment } from '#contract/page-recipe.ts'
import { languageName, offeredLanguages } from '#web/details/language-names.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { printedParts } from '../template-fields.ts'
import type { RecipeChange } from './text-fields.tsx'

type Props = { recipe: PageRecipe; onChange: RecipeChange }

/** How pictures and inks are printed, and the language. */
export function PrintFields({ recipe, onChange }: Props) {
  return (
    <>
      {printedParts(recipe).pictures.some(Boolean) && (
        <RadioGroup
          legend="Pictures"
          values={Object.keys(treatments) as PictureTreatment[]}
          value={recipe.treatment}
          onChoose={(treatment) => onChange({ treatment })}
          label={(treatment) => treatments[treatment]}
        />
      )}
      <CheckBox checked={recipe.isTextured} onChange={({ target }) => onChange({ isTextured: target.checked })}>
        Printed look: grain, and inks slightly out of place
      </CheckBox>
      <Field label="Language" mark="optional" hint="For hyphens and quotation marks.">
        {(field) => (
          <select
            className="input"
            {...field}
            value={recipe.language}
            onChange={({ target }) => onChange({ language: target.value })}
          >
            <option value="">Not set</option>
            {!offeredLanguages().some(({ tag }) => tag === recipe.language) && recipe.language !== '' && (
              <option value={recipe.language}>{languageName(recipe.language)}</option>
            )}
            {languageOptions}
          </select>
        )}
      </Field>
    </>
  )
}

/** Made once, because the fields render with each typed letter. */
const languageOptions = offeredLanguages().map(({ tag, name }) => (
  <option key={tag} value={tag}>
    {name}
  </option>
))

const treatments: Record<PictureTreatment, string> = {
  unchanged: 'Unchanged',
  fine: 'In the inks, with fine dots',
  coarse: 'In the inks, with coarse dots',
}
