import { useLingui } from '@lingui/react/macro'
import { PencilLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as limits from '#contract/limits.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { RecipeChange } from '../editor/caption-field.tsx'
import type { DrawModeProps } from './draw-mode.tsx'
import css from './draw-offer.module.css'
import { loadPen } from './print-pen.ts'

/** The mode in which the maker draws on the page. Its code is loaded when it is first used. */
export function useDrawMode() {
  const [isDrawing, setDrawing] = useState(false)
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const Mode = useLazyComponent<DrawModeProps>(isDrawing, loadMode, () => setDrawing(false))
  const button = useRef<HTMLButtonElement>(null)
  const wasDrawing = useRef(false)
  useEffect(() => {
    if (wasDrawing.current && !isDrawing) button.current?.focus({ preventScroll: true })
    wasDrawing.current = isDrawing
  }, [isDrawing])
  const isOpen = isDrawing && Mode !== undefined && sheet !== null
  return {
    sheet: <div className={css.sheet} ref={setSheet} />,
    isOpen,
    stage: css.stage,
    mode: (props: Omit<DrawModeProps, 'sheet' | 'onDone'>) =>
      isOpen && <Mode {...props} sheet={sheet} onDone={() => setDrawing(false)} />,
    button: <DrawButton ref={button} onClick={() => setDrawing(true)} />,
  }
}

const loadMode = async () => {
  const [{ DrawMode }] = await Promise.all([import('./draw-mode.tsx'), loadPen()])
  return DrawMode
}

type ButtonProps = { ref: React.Ref<HTMLButtonElement>; onClick: () => void }

const DrawButton = (props: ButtonProps) => {
  const { t } = useLingui()
  return (
    <Button look="second" size="small" {...props}>
      <PencilLine className="ico" aria-hidden={true} />
      {t`Draw`}
    </Button>
  )
}

type FieldProps = { recipe: PageRecipe; onChange: RecipeChange }

/** The description of a drawing. */
export function DrawingField({ recipe: { drawing }, onChange }: FieldProps) {
  const { t } = useLingui()
  if (!drawing?.strokes.length) return null
  return (
    <TextField
      label={t`What the drawing shows`}
      mark={t`for people who cannot see it`}
      maxLength={limits.recipePictureAltText}
      value={drawing.altText}
      onChange={({ target }) => onChange({ drawing: { ...drawing, altText: target.value } })}
    />
  )
}
