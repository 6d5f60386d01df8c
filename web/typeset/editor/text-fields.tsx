import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import * as limits from '#contract/limits.ts'
import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/field.tsx'
import type { PageSize } from '../page-size.ts'
import { templateFields } from '../templates/template-fields.ts'
import css from './page-maker.module.css'
import { type DraftPicture, PictureField } from './picture-field.tsx'
import { TemplateChoice } from './template-choice.tsx'

export type RecipeChange = (update: Partial<PageRecipe>) => void

type Texts = Pick<PageRecipe, 'title' | 'text' | 'captions'>
/** Suggested texts of a back cover, and what to know about its address. */
export type BackTexts = Texts & { captionHint?: string | undefined }

type Props = {
  recipe: PageRecipe
  size: PageSize
  pictures: readonly DraftPicture[]
  back: BackTexts
  onChange: RecipeChange
  onSending: (change: 1 | -1) => void
}

/** The template, and what it prints. Texts that it does not print are kept for another template. */
export function TextFields({ recipe, size, pictures, back, onChange, onSending }: Props) {
  const { t } = useLingui()
  const fields = templateFields[recipe.template]
  return (
    <>
      <TemplateChoice
        recipe={recipe}
        size={size}
        onChoose={(template) =>
          onChange({ template, ...(template === 'back' ? fillBlank(recipe, back) : withoutSuggested(recipe, back)) })
        }
      />
      <TextField
        label={t(fields.title)}
        maxLength={longestPaste}
        value={recipe.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label={t(fields.text)}
        rows={longTexts.has(recipe.template) ? 9 : 3}
        maxLength={longestPaste}
        value={recipe.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {fields.pictures > 1 ? (
        <Panels recipe={recipe} pictures={pictures} onChange={onChange} onSending={onSending} />
      ) : (
        <>
          {fields.pictures === 1 && (
            <PictureField
              picture={recipe.pictures[0] ?? null}
              pictures={pictures}
              onSending={onSending}
              onChange={(picture) => onChange({ pictures: withItem(recipe.pictures, 0, picture, null) })}
            />
          )}
          {fields.caption && (
            <Caption
              label={t(fields.caption)}
              recipe={recipe}
              onChange={onChange}
              hint={hintFor(recipe, back)}
              index={0}
            />
          )}
        </>
      )}
    </>
  )
}

/** Keeps what the maker has written. */
const fillBlank = ({ title, text, captions }: Texts, suggested: Texts): Texts => ({
  title: title.trim() ? title : suggested.title,
  text: text.trim() ? text : suggested.text,
  captions: captions.some((caption) => caption.trim()) ? captions : suggested.captions,
})

/** A back cover whose suggested texts were not changed counts as empty. */
const withoutSuggested = ({ template, title, text, captions }: PageRecipe, suggested: Texts): Partial<Texts> =>
  template === 'back'
    ? {
        title: title === suggested.title ? '' : title,
        text: text === suggested.text ? '' : text,
        captions: captions[0] === suggested.captions[0] ? [] : captions,
      }
    : {}

const hintFor = ({ template, captions }: PageRecipe, back: BackTexts) =>
  template === 'back' && captions[0] === back.captions[0] ? back.captionHint : undefined

/** The limit is longer than a page can be: a field that cuts a pasted text loses words. */
const longestPaste = 10 * limits.recipeText

const longTexts = new Set<PageTemplate>(['text', 'columns', 'list', 'letter'])

type CaptionProps = {
  label: string
  hint?: string | undefined
  recipe: PageRecipe
  index: number
  onChange: RecipeChange
}

const Caption = ({ label, hint, recipe: { captions }, index, onChange }: CaptionProps) => {
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

const minPanels = 2

function Panels({ recipe, pictures, onChange, onSending }: Omit<Props, 'back' | 'size'>) {
  const { t } = useLingui()
  const count = Math.max(minPanels, recipe.pictures.length, recipe.captions.length)
  const last = count - 1
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a panel is its position
        <fieldset key={index} className={css.panel}>
          <legend>
            <Trans>Panel {ph({ number: index + 1 })}</Trans>
          </legend>
          <PictureField
            number={index + 1}
            picture={recipe.pictures[index] ?? null}
            pictures={pictures}
            onSending={onSending}
            onChange={(picture) => onChange({ pictures: withItem(recipe.pictures, index, picture, null) })}
          />
          <Caption label={t`Caption ${ph({ number: index + 1 })}`} recipe={recipe} index={index} onChange={onChange} />
        </fieldset>
      ))}
      <div className={css.row}>
        {count < limits.recipePanels && (
          <Button
            look="second"
            size="small"
            onClick={() => onChange({ pictures: withItem(recipe.pictures, count, null, null) })}
          >{t`Add a panel`}</Button>
        )}
        {count > minPanels && (
          <Button
            look="second"
            size="small"
            onClick={() =>
              onChange({ captions: recipe.captions.slice(0, last), pictures: recipe.pictures.slice(0, last) })
            }
          >
            <Trans>Remove panel {count}</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

/** The list with this item, and fillers before it if it was shorter. */
function withItem<Item>(items: readonly Item[], index: number, item: Item, filler: Item) {
  return Array.from({ length: Math.max(items.length, index + 1) }, (_, at) =>
    at === index ? item : (items[at] ?? filler),
  )
}
