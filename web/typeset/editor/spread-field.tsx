import { useLingui } from '@lingui/react/macro'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'

type Props = { recipe: PageRecipe; isOnItsSide: boolean; hasSpace: boolean; onChange: (isSpread: boolean) => void }

/** Whether the picture is over two facing pages. */
export function SpreadField({ recipe: { spread }, isOnItsSide, hasSpace, onChange }: Props) {
  const { t } = useLingui()
  return (
    <div>
      <CheckBox
        checked={spread !== undefined}
        disabled={!spread && !hasSpace}
        onChange={({ target }) => onChange(target.checked)}
      >{t`Over two facing pages`}</CheckBox>
      <p role="status" className="meta">
        {!isOnItsSide && t`The halves don’t face each other here. Pages 2 and 3, 4 and 5 and so on do, so move a page.`}
        {spread && isOnItsSide && t`Print it to the edge, so that the halves meet.`}
        {!spread && !hasSpace && t`The zine has no room for another page.`}
      </p>
    </div>
  )
}
