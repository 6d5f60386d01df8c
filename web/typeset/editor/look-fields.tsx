import type { Ink, PageRecipe, PaperColour, PictureTreatment, TypeStyle } from '#contract/page-recipe.ts'
import { languageName, offeredLanguages } from '#web/details/language-names.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { inkValues, paperColourValues } from '../drawing.ts'
import { templateFields } from '../template-fields.ts'
import { typeStyles } from '../type-styles.ts'
import css from './page-maker.module.css'
import type { RecipeChange } from './text-fields.tsx'

type Props = { recipe: PageRecipe; onChange: RecipeChange }

/** Type, paper, inks and language. */
export function LookFields({ recipe, onChange }: Props) {
  const [first = 'black', second] = recipe.inks
  return (
    <>
      <div className={css.styles}>
        <RadioGroup
          legend="Type"
          values={Object.keys(typeStyles) as TypeStyle[]}
          value={recipe.style}
          onChoose={(style) => onChange({ style })}
          label={(style) => typeStyles[style].name}
        />
      </div>
      <div className={css.swatches}>
        <RadioGroup
          legend="Paper"
          values={Object.keys(paperColourValues) as PaperColour[]}
          value={recipe.paper}
          onChoose={(paper) => onChange({ paper })}
          label={(paper) => <Swatch colour={paperColourValues[paper]} name={paper} />}
        />
        <RadioGroup
          legend="First ink"
          values={inkNames}
          value={first}
          onChoose={(ink) => onChange({ inks: [ink, ...(second && second !== ink ? [second] : [])] })}
          label={(ink) => <Swatch colour={inkValues[ink]} name={ink} />}
        />
        <RadioGroup
          legend="Second ink"
          values={['none', ...inkNames.filter((ink) => ink !== first)] as const}
          value={second ?? 'none'}
          onChoose={(ink) => onChange({ inks: ink === 'none' ? [first] : [first, ink] })}
          label={(ink) => <Swatch colour={ink === 'none' ? undefined : inkValues[ink]} name={ink} />}
        />
      </div>
      {templateFields[recipe.template].pictures > 0 && (
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
            {offeredLanguages().map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

const inkNames = Object.keys(inkValues) as Ink[]

const treatments: Record<PictureTreatment, string> = {
  unchanged: 'Unchanged',
  fine: 'In the inks, with fine dots',
  coarse: 'In the inks, with coarse dots',
}

const Swatch = ({ colour, name }: { colour: string | undefined; name: string }) => (
  <>
    <i style={{ background: colour }} />
    {name[0]?.toUpperCase() + name.slice(1)}
  </>
)
