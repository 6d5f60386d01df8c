import { useLingui } from '@lingui/react/macro'
import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { type Drawing, pictureMark } from '../drawing.ts'
import type { PageSize } from '../page-size.ts'
import { halfOf } from '../picture-spread.ts'
import { templateFields } from '../templates/template-fields.ts'
import { Caption, longestPaste, type RecipeChange, withItem } from './caption-field.tsx'
import { MarkedTextArea } from './marked-text-area.tsx'
import { PanelFields } from './panel-fields.tsx'
import { type DraftPicture, PictureField } from './picture-field.tsx'
import { DesignChoice, TemplateChoice } from './template-choice.tsx'

type Texts = Pick<PageRecipe, 'title' | 'text' | 'captions'>
/** Suggested texts of a back cover, and what to know about its address. */
export type BackTexts = Texts & { captionHint?: string | undefined }

type Props = {
  recipe: PageRecipe
  size: PageSize
  drawing: Drawing | undefined
  pictures: readonly DraftPicture[]
  back: BackTexts
  onChange: RecipeChange
  onSending: (change: 1 | -1) => void
}

/** The template, and what it prints. Texts that it does not print are kept for another template. */
export function TextFields({ recipe, size, drawing, pictures, back, onChange, onSending }: Props) {
  const { t } = useLingui()
  const fields = templateFields[recipe.template]
  return (
    <>
      <TemplateChoice
        recipe={recipe}
        size={size}
        isReady={drawing !== undefined}
        onChoose={(template) =>
          onChange({ template, ...(template === 'back' ? fillBlank(recipe, back) : withoutSuggested(recipe, back)) })
        }
      />
      {recipe.template === 'title' && (
        <DesignChoice
          recipe={recipe}
          size={size}
          isReady={drawing !== undefined}
          onChoose={(cover) => onChange({ cover })}
        />
      )}
      <TextField
        label={t(fields.title)}
        maxLength={longestPaste}
        value={recipe.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <MarkedTextArea
        label={t(fields.text)}
        hasSubheadings={!withoutSubheadings.has(recipe.template)}
        rows={longTexts.has(recipe.template) ? 9 : 3}
        maxLength={longestPaste}
        value={recipe.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {fields.pictures > 1 ? (
        <PanelFields recipe={recipe} drawing={drawing} pictures={pictures} onChange={onChange} onSending={onSending} />
      ) : (
        <>
          {fields.pictures === 1 && (
            <PictureField
              picture={recipe.pictures[0] ?? null}
              mark={pictureMark(drawing, 0)}
              isSpread={halfOf(recipe) !== undefined}
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

const longTexts = new Set<PageTemplate>(['text', 'columns', 'list', 'letter'])

/** A quote prints their marks, and covers have a line or two. */
const withoutSubheadings = new Set<PageTemplate>(['quote', 'title', 'back'])
