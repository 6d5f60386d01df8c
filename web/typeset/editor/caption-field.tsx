import { useLingui } from '@lingui/react/macro'
import * as limits from '#contract/limits.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { TextField } from '#web/ui/forms/field.tsx'

export type RecipeChange = (update: Partial<PageRecipe>) => void

/** The limit is longer than a page can be: a field that cuts a pasted text loses words. */
export const longestPaste = 10 * limits.recipeText

type CaptionProps = {
  label: string
  hint?: string | undefined
  recipe: PageRecipe
  index: number
  onChange: RecipeChange
}

export const Caption = ({ label, hint, recipe: { captions }, index, onChange }: CaptionProps) => {
  const { t } = useLingui()
  return (
    <TextField
      label={label}
      hint={hint}
      mark={t`optional`}
      maxLength={longestPaste}
      value={captions[index] ?? ''}
      onChange={({ target }) => onChange({ captions: withItem(captions, index, target.value, '') })}
    />
  )
}

/** The list with this item, and fillers before it if it was shorter. */
export function withItem<Item>(items: readonly Item[], index: number, item: Item, filler: Item) {
  return Array.from({ length: Math.max(items.length, index + 1) }, (_, at) =>
    at === index ? item : (items[at] ?? filler),
  )
}
