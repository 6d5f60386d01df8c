import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { CoverDesign, PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import { whenIdle } from '#web/ui/busy-clicks.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { drawPreview } from '../draw/draw-page.ts'
import { loadType } from '../fonts/type-styles.ts'
import type { PageSize } from '../page-size.ts'
import { blankRecipe } from '../recipe.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { templateFields } from '../templates/template-fields.ts'
import css from './page-maker.module.css'

type Props<Choice> = {
  recipe: PageRecipe
  size: PageSize
  /** Whether the small pages can be drawn, for which a slow phone needs more than half a second. */
  isReady: boolean
  onChoose: (choice: Choice) => void
}

const templates = Object.keys(templateFields) as PageTemplate[]

/** Templates as small pages, in the type and colours of this one. */
export const TemplateChoice = ({ recipe, size, isReady, onChoose }: Props<PageTemplate>) => {
  const { t } = useLingui()
  return (
    <div className={css.templates}>
      <RadioGroup
        legend={t`Template`}
        values={templates}
        value={recipe.template}
        onChange={onChoose}
        label={(template) => (
          <>
            <Thumbnail recipe={recipe} size={size} isReady={isReady} template={template} />
            {t(templateFields[template].name)}
          </>
        )}
      />
    </div>
  )
}

const designNames: Record<CoverDesign, MessageDescriptor> = {
  block: msg({ message: 'Block', context: 'design of a cover' }),
  picture: msg`Full picture`,
  stripes: msg`Stripes`,
  letter: msg`Big letter`,
  label: msg({ message: 'Label', context: 'design of a cover' }),
  hand: msg`Hand-drawn`,
}

export const coverDesigns = Object.keys(designNames) as CoverDesign[]

/** The designs of a title page, as small pages. */
export const DesignChoice = ({ recipe, size, isReady, onChoose }: Props<CoverDesign>) => {
  const { t } = useLingui()
  return (
    <div className={css.templates}>
      <RadioGroup
        legend={t`Cover design`}
        values={coverDesigns}
        value={recipe.cover ?? 'block'}
        onChange={onChoose}
        label={(cover) => (
          <>
            <Thumbnail recipe={recipe} size={size} isReady={isReady} template="title" cover={cover} />
            {t(designNames[cover])}
          </>
        )}
      />
    </div>
  )
}

type Example = Omit<Props<never>, 'onChoose'> & { template: PageTemplate; cover?: CoverDesign | undefined }

function Thumbnail({ recipe, size, isReady, template, cover }: Example) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { style, paper, inks } = recipe
  const { width, height } = size
  useEffect(() => {
    if (!isReady) return
    const example: PageRecipe = { ...exampleOf(template), cover, style, paper, inks, isTextured: false }
    let isStale = false
    const draw = () => {
      if (!isStale && canvas.current) drawPreview(canvas.current, layoutPage(example, { width, height }), [])
    }
    // The preview comes first, so that it does not wait for the others. Without fonts, there are no thumbnails.
    const drawWhenIdle = () =>
      loadType(example)
        .then(whenIdle)
        .then(draw, () => undefined)
    const timer = setTimeout(drawWhenIdle, 200)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [isReady, template, cover, style, paper, inks, width, height])
  return <canvas ref={canvas} style={{ aspectRatio: width / height }} />
}

const sentence = 'Moths come to the lamp at dusk and stay until the kitchen is dark. '

function exampleOf(template: PageTemplate): PageRecipe {
  const text =
    template === 'list' ? 'Lamps\nMoths\nDusk\nA porch\nSugar' : sentence.repeat(longTexts.has(template) ? 8 : 1)
  return { ...blankRecipe(template), title: 'Moths', text, captions: template === 'back' ? ['foldout.example'] : [] }
}

const longTexts = new Set<PageTemplate>(['text', 'columns', 'letter'])
