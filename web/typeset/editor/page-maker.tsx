import { ph, plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as limits from '#contract/limits.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { bytesOf, drawingBytes } from '#contract/recipe-sizes.ts'
import { formatList } from '#web/languages/formats.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import { loadTus } from '#web/upload/sending/send-file.ts'
import type { Drawing } from '../drawing.ts'
import { LookFields } from '../look/look-fields.tsx'
import { DrawingField, useDrawMode } from '../pen/draw-offer.tsx'
import { isOnItsSide } from '../picture-spread.ts'
import { lookOf, numberPage } from '../recipe.ts'
import { hasFolio, printedParts } from '../templates/template-fields.ts'
import { textBefore } from './continue-pages.ts'
import { FolioFields } from './folio-fields.tsx'
import css from './page-maker.module.css'
import { PagePreview, usePreview } from './page-preview.tsx'
import type { DraftPicture } from './picture-field.tsx'
import { PrintFields, TreatmentFields } from './print-fields.tsx'
import { SpreadField } from './spread-field.tsx'
import { type BackTexts, TextFields } from './text-fields.tsx'
import { loadRender, type MadePage, type RedrawnPage, type TablePage, useMaking } from './use-making.ts'
import { type PagesProps, usePages } from './use-pages.ts'

export type PageMakerProps = PagesProps & {
  /** Undefined if the page is new or still being uploaded. */
  pageId: string | undefined
  /** Pictures on the table, to be used on a page. */
  pictures: readonly DraftPicture[]
  back: BackTexts
  onDone: (made: MadePage[], redrawn: RedrawnPage[]) => void
  onClose: () => void
}

/** Makes or edits one page, and the pages on which its text continues. */
export const PageMaker = (props: PageMakerProps) => {
  const { t } = useLingui()
  return (
    <FormDialog
      title={props.isNew ? t`Make a page` : t`Edit page`}
      isSheet
      bare
      className={css.maker}
      onClose={props.onClose}
    >
      <MakerForm {...props} />
    </FormDialog>
  )
}

function MakerForm(props: PageMakerProps) {
  const { t } = useLingui()
  const { isNew, pageId, pictures, back, otherPages } = props
  const maker = usePages(props)
  const { pages, pageIndex, recipe, size, change } = maker
  const [isForAll, setForAll] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const preview = usePreview(recipe, size)
  const making = useMaking(props.onDone)
  const draw = useDrawMode()
  const zinePages = useMemo(() => [...pages, ...otherPages.map((page) => page.recipe)], [pages, otherPages])
  const isDrawn = preview.drawing !== undefined
  // This waits for the preview, which would otherwise appear later.
  useEffect(() => {
    if (isDrawn) void Promise.all([loadRender(), loadTus()]).catch(() => undefined)
  }, [isDrawn])
  const [sendingPictures, setSendingPictures] = useState(0)
  const [hasWaited, setWaited] = useState(false)
  const waiting =
    hasWaited && sendingPictures > 0 ? t`An image is still uploading. Wait until it’s done, or cancel it.` : undefined
  // Restored pages may be more than a zine can have.
  const excess = maker.spaceLeft < 0 ? t`The zine doesn’t have room for all these pages.` : undefined
  const refusal = pages.map(sizeProblem).find(Boolean) ?? drawingsProblem(zinePages) ?? excess
  const problem = refusal ?? waiting ?? making.problem
  const isBusy = making.progress !== undefined
  const save = () => {
    setWaited(true)
    if (isBusy || sendingPictures > 0 || !preview.drawing || refusal) return
    const sized = pages.map((page) => ({ recipe: page, size }))
    const restyled = isForAll ? otherPages.map((page) => restyle(page, recipe)) : []
    const { changedHalf } = maker
    const redrawn = changedHalf ? [changedHalf, ...restyled.filter(({ id }) => id !== changedHalf.id)] : restyled
    if (redrawn.length === 0) return void making.make(sized, [])
    const opened = pageId ? sized.splice(0, 1).map((page) => ({ ...page, id: pageId, number: props.pageNumber })) : []
    void making.make(sized, [...opened, ...redrawn])
  }
  return (
    <>
      <div className={css.panes} inert={isBusy}>
        <div className={draw.isOpen ? `${css.stage} ${draw.stage}` : css.stage}>
          <PagePreview preview={preview} recipe={recipe} size={size} sheet={draw.sheet} />
          {draw.mode({ recipe, size, zinePages, onChange: change }) || (
            <div className={css.notes}>
              {draw.button}
              {pages.length > 1 && <PageSwitch pageIndex={pageIndex} count={pages.length} onShow={maker.show} />}
              <Overflow
                drawing={preview.drawing}
                text={recipe.text}
                spaceLeft={maker.spaceLeft}
                onMove={() => {
                  flushSync(maker.moveOverflow)
                  fields.current?.querySelector('textarea')?.focus()
                }}
              />
            </div>
          )}
        </div>
        <div className={css.fields} ref={fields}>
          <TextFields
            key={pageIndex}
            recipe={recipe}
            size={size}
            drawing={preview.drawing}
            pictures={pictures}
            back={back}
            onChange={change}
            onSending={(by) => setSendingPictures((count) => count + by)}
          />
          {printedParts(recipe).pictures.some(Boolean) && <TreatmentFields recipe={recipe} onChange={change} />}
          <LookFields
            look={recipe}
            hasTextOnSolid={recipe.template === 'solid' || recipe.template === 'comic'}
            onChange={(look) => change(lookOf(look))}
          />
          <SpaceFields maker={maker} pageNumber={props.pageNumber} direction={props.direction} />
          {hasFolio(recipe.template) && (
            <FolioFields recipe={recipe} number={props.pageNumber + pageIndex} onChange={change} />
          )}
          <DrawingField recipe={recipe} onChange={change} />
          <PrintFields recipe={recipe} onChange={change} />
          {otherPages.length > 0 && (
            <CheckBox checked={isForAll} onChange={({ target }) => setForAll(target.checked)}>
              {hasFolio(recipe.template)
                ? t`Use this type, paper, these inks and page numbers for all pages made here`
                : t`Use this type, paper and these inks for all pages made here`}
            </CheckBox>
          )}
        </div>
      </div>
      {!draw.isOpen && (
        <footer className={css.bar}>
          <State progress={making.progress} problem={problem} />
          {isBusy && <Button look="second" onClick={making.cancel}>{t`Cancel`}</Button>}
          <Button aria-disabled={isBusy || !preview.drawing || undefined} onClick={save}>
            {isBusy ? t`Saving...` : saveLabel(isNew, pages.length)}
          </Button>
        </footer>
      )}
    </>
  )
}

type SpaceProps = { maker: ReturnType<typeof usePages> } & Pick<PagesProps, 'pageNumber' | 'direction'>

/** Which part of the paper the page and its picture take. */
function SpaceFields({ maker, pageNumber, direction }: SpaceProps) {
  const { t } = useLingui()
  const { recipe, size, change } = maker
  return (
    <>
      {recipe.template === 'full-bleed' && (
        <SpreadField
          recipe={recipe}
          isOnItsSide={isOnItsSide(recipe, pageNumber + maker.pageIndex, direction)}
          hasSpace={maker.spaceLeft > 0}
          onChange={maker.spread}
        />
      )}
      {size.width !== size.height && (
        <CheckBox
          checked={size.width > size.height}
          onChange={({ target }) => change({ isLandscape: target.checked })}
        >{t`Landscape`}</CheckBox>
      )}
    </>
  )
}

const State = ({ progress, problem }: Partial<ReturnType<typeof useMaking>>) => (
  <div className={css.state}>
    {progress && (
      <>
        <p role="status">{progress.label}</p>
        <ProgressBar progress={progress.value} />
      </>
    )}
    <Problem>{problem}</Problem>
  </div>
)

const saveLabel = (isNew: boolean, count: number) =>
  isNew
    ? t`${plural(count, { one: 'Add page', other: 'Add # pages' })}`
    : t`${plural(count, { one: 'Save page', other: 'Save # pages' })}`

function sizeProblem(recipe: PageRecipe) {
  const { title, captions } = recipe
  const excess = Math.max(
    title.length - limits.recipeTitle,
    ...captions.map((caption) => caption.length - limits.recipeCaption),
  )
  if (excess > 0)
    return t`${plural(excess, {
      one: 'A heading or caption is too long by # character. Shorten it.',
      other: 'A heading or caption is too long by # characters. Shorten it.',
    })}`
  if (bytesOf(recipe) > limits.recipeBytes || recipe.text.length > limits.recipeText)
    return t`This page has too much text to be saved. Shorten it, or continue on a new page.`
}

/** Covers and pages filled by a picture have no number, so the others keep theirs. */
function restyle(page: TablePage, recipe: PageRecipe): TablePage {
  const { folio } = hasFolio(recipe.template) ? recipe : page.recipe
  return { ...page, recipe: numberPage({ ...page.recipe, ...lookOf(recipe), folio }, page.number) }
}

function drawingsProblem(recipes: readonly PageRecipe[]) {
  if (drawingBytes(recipes) > limits.zineDrawingBytes)
    return t`The drawings of this zine are too large together. Erase some on this page, or on others.`
}

type OverflowProps = { drawing: Drawing | undefined; text: string; spaceLeft: number; onMove: () => void }

function Overflow({ drawing, text, spaceLeft, onMove }: OverflowProps) {
  const { t, i18n } = useLingui()
  const { overflow = '', overflowWords: words = 0, cutPanels = [] } = drawing ?? {}
  const canContinue = textBefore(text, overflow) !== undefined
  const panels = formatList(i18n.locale, cutPanels.map(String))
  const warnings = [
    words > 0 && t`${plural(words, { one: '# word doesn’t fit.', other: '# words don’t fit.' })}`,
    words > 0 && !canContinue && cutPanels.length === 0 && t`Shorten the text.`,
    cutPanels.length > 0 &&
      t`${plural(
        { count: cutPanels.length },
        {
          one: `Shorten the text of panel ${panels}.`,
          other: `Shorten the texts of panels ${panels}.`,
        },
      )}`,
    canContinue && spaceLeft < 1 && t`The zine has no room for another page.`,
  ]
  return (
    <>
      {/* Without the number, which changes with each word. */}
      <Announce>{words > 0 && t`Some of the text doesn’t fit on this page.`}</Announce>
      <p className={css.warning}>{warnings.filter(Boolean).join(' ')}</p>
      {canContinue && spaceLeft > 0 && (
        <Button look="second" size="small" onClick={onMove}>{t`Continue on a new page`}</Button>
      )}
    </>
  )
}

type SwitchProps = { pageIndex: number; count: number; onShow: (pageIndex: number) => void }

const PageSwitch = ({ pageIndex, count, onShow }: SwitchProps) => {
  const { t } = useLingui()
  return (
    <fieldset className={css.switch}>
      <legend className="sr">{t`Pages you are making`}</legend>
      {Array.from({ length: count }, (_, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its position
          key={index}
          look={index === pageIndex ? 'first' : 'second'}
          size="small"
          aria-label={t`Page ${ph({ number: index + 1 })} of ${count}`}
          aria-pressed={index === pageIndex}
          onClick={() => onShow(index)}
        >
          {index + 1}
        </Button>
      ))}
    </fieldset>
  )
}
