import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatList } from '#web/languages/formats.ts'
import { listLonelyHalves } from '#web/typeset/picture-spread.ts'
import { knownRecipe } from '#web/typeset/recipe.ts'
import type { ZineContent } from './content.ts'

/** Names the pages that show half of a picture, but do not face the other half, for example after they were moved. */
export function LonelyHalves({ content: { pages, readingDirection } }: { content: ZineContent }) {
  const { t, i18n } = useLingui()
  const numbers = listLonelyHalves(
    pages.map(({ recipe }) => knownRecipe(recipe)),
    readingDirection,
  )
  if (numbers.length === 0) return null
  const list = formatList(i18n.locale, numbers.map(String))
  return (
    <p role="status">
      {t`${plural(
        { count: numbers.length },
        {
          one: `Page ${list} shows half of an image, but doesn’t face the other half. Pages 2 and 3, 4 and 5 and so on face each other.`,
          other: `Pages ${list} show halves of images, but don’t face the other halves. Pages 2 and 3, 4 and 5 and so on face each other.`,
        },
      )}`}
    </p>
  )
}
