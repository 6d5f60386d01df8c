import { useLingui } from '@lingui/react/macro'
import * as limits from '#contract/limits.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import type { RecipeChange } from './caption-field.tsx'

type Props = { recipe: PageRecipe; number: number; onChange: RecipeChange }

/** The number of the page, and what stands before it. */
export function FolioFields({ recipe: { folio }, number, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <CheckBox
        checked={folio !== undefined}
        onChange={({ target }) => onChange({ folio: target.checked ? { number, title: '' } : undefined })}
      >{t`Page number`}</CheckBox>
      {folio && (
        <TextField
          label={t`Running title`}
          mark={t`optional`}
          hint={t`Short, before the number.`}
          maxLength={limits.recipeRunningTitle}
          value={folio.title}
          onChange={({ target }) => onChange({ folio: { ...folio, title: target.value } })}
        />
      )}
    </>
  )
}
