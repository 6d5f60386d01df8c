import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Stamp, StampDesign } from '#contract/page-drawing.ts'
import type { Ink } from '#contract/page-recipe.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { type InkIndex, inkValues } from '../drawing.ts'
import { RangeField } from '../editor/range-field.tsx'
import css from './draw-mode.module.css'
import { shapesOf } from './pen-shapes.ts'
import { designNames } from './stamp-sheet.tsx'
import { type StampChange, stampSizes } from './use-stamp-gestures.ts'

/** What a stamp prints: a design of the site, or a drawing. */
export type StampMotif = Pick<Stamp, 'design' | 'strokes'>

type Props = {
  inks: readonly Ink[]
  /** The ink of the next design. */
  ink: InkIndex
  drawings: readonly StampMotif[]
  stamp: Stamp | undefined
  selected: number
  onAdd: (motif: StampMotif) => void
  onChange: StampChange
  onRemove: (index: number) => void
}

/** The designs, the drawings of the zine, and the chosen stamp. */
export function StampFields({ inks, ink, drawings, stamp, selected, onAdd, onChange, onRemove }: Props) {
  const { t } = useLingui()
  return (
    <>
      <div className={css.motifs}>
        <fieldset>
          <legend>{t`Stamps`}</legend>
          {(Object.keys(designNames) as StampDesign[]).map((design) => (
            <Motif
              key={design}
              name={t(designNames[design])}
              motif={{ design, ink }}
              inks={inks}
              onAdd={() => onAdd({ design })}
            />
          ))}
        </fieldset>
        {drawings.length > 0 && (
          <fieldset>
            <legend>{t`Drawings of this zine`}</legend>
            {drawings.map((motif, index) => (
              <Motif
                // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is its position
                key={index}
                name={t`Drawing ${ph({ number: index + 1 })}`}
                motif={{ ...motif, ink: 0 }}
                inks={inks}
                onAdd={() => onAdd(motif)}
              />
            ))}
          </fieldset>
        )}
      </div>
      <div className={css.stamp}>
        {stamp ? (
          <>
            <RangeField
              label={t`Size`}
              {...stampSizes}
              step={0.01}
              value={stamp.size}
              onChange={(size) => onChange(selected, { size }, `size ${selected}`)}
            />
            <RangeField
              label={t`Turn`}
              min={-180}
              max={180}
              step={1}
              value={stamp.turn}
              onChange={(turn) => onChange(selected, { turn }, `turn ${selected}`)}
            />
            <IconButton boxed icon={Trash2} aria-label={t`Remove the stamp`} onClick={() => onRemove(selected)} />
          </>
        ) : (
          <p
            className={css.hint}
          >{t`Choose a stamp, then drag it on the page. You can also use the arrow keys, + and −.`}</p>
        )}
      </div>
    </>
  )
}

type MotifProps = {
  name: string
  motif: Pick<Stamp, 'design' | 'strokes' | 'ink'>
  inks: readonly Ink[]
  onAdd: () => void
}

function Motif({ name, motif, inks, onAdd }: MotifProps) {
  const { shapes, box } = shapesOf(motif)
  return (
    <button type="button" aria-label={name} onClick={onAdd}>
      <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} aria-hidden={true}>
        {shapes.map(({ points, ink }, index) => (
          <polygon
            // biome-ignore lint/suspicious/noArrayIndexKey: a shape is its position
            key={index}
            points={points.join(' ')}
            style={{ '--colour': inkValues[inks[ink] ?? inks[0] ?? 'black'] } as CSSProperties}
          />
        ))}
      </svg>
    </button>
  )
}
