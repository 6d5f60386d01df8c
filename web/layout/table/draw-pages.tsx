import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { useMaking } from '#web/typeset/editor/use-making.ts'
import { sizeFor } from '#web/typeset/page-size.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/forms/field.tsx'
import { ProgressBar } from '#web/ui/states/progress-bar.tsx'
import offer from '../sheet/sheet-offer.module.css'
import type { PageMaker } from './page-maker-slot.tsx'
import type { LayoutTableProps } from './use-stage.ts'

type Props = Pick<LayoutTableProps, 'content' | 'sending'> & { maker: PageMaker }

/** Draws the pages of a new draft and adds them to the table. If stopped, they are offered like other unsaved pages. */
export function DrawPages({ content, sending, maker: { unsaved, stopDrawing } }: Props) {
  const { t } = useLingui()
  const { progress, problem, make, cancel } = useMaking((made) => {
    sending.addMade(made)
    unsaved.forget()
    stopDrawing()
  })
  const draw = useEffectEvent(() => {
    const pages = unsaved.restored.map(({ recipe }) => ({ recipe, size: sizeFor(content, undefined, recipe) }))
    return make(pages, [])
  })
  const markAsMaking = useEffectEvent(sending.setMaking)
  useEffect(() => {
    void draw()
    markAsMaking(true)
    return () => markAsMaking(false)
  }, [])
  return (
    <section className={offer.offer} aria-label={t`Making pages`}>
      {progress && (
        <>
          <p>
            <strong>{t`Drawing your pages`}</strong>
          </p>
          <p role="status">{progress.label}</p>
          <ProgressBar progress={progress.value} />
        </>
      )}
      <Problem>{problem}</Problem>
      {problem && <Button look="second" size="small" onClick={() => void draw()}>{t`Try again`}</Button>}
      <Button
        look="second"
        size="small"
        onClick={() => {
          cancel()
          stopDrawing()
        }}
      >{t`Cancel`}</Button>
    </section>
  )
}
