import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Stamp, StampDesign } from '#contract/page-drawing.ts'
import type { PageSize } from '../page-size.ts'
import css from './draw-mode.module.css'
import { shapesOf } from './pen-shapes.ts'
import { type StampChange, stampKeys, useStampPointers } from './use-stamp-gestures.ts'

type Props = {
  size: PageSize
  stamps: readonly Stamp[]
  latest: () => readonly Stamp[]
  selected: number
  onSelect: (index: number) => void
  onChange: StampChange
  onRemove: (index: number) => void
}

/** The stamps on a page, as buttons over them. */
export function StampSheet({ size, stamps, latest, selected, onSelect, onChange, onRemove }: Props) {
  const { t } = useLingui()
  const gestures = { stamps: latest, selected, onSelect, onChange }
  const pointers = useStampPointers(gestures)
  return (
    <ul className={css.stamps} aria-label={t`Stamps on this page`} {...pointers}>
      {stamps.map((stamp, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same stamp can be there twice
        <li key={index}>
          <button
            type="button"
            data-stamp={index}
            aria-pressed={index === selected}
            aria-label={t`${ph({ stamp: t(nameOf(stamp)) })}, stamp ${ph({ number: index + 1 })} of ${ph({ count: stamps.length })}`}
            aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Plus - Delete"
            style={boxStyle(stamp, size)}
            onFocus={() => onSelect(index)}
            onKeyDown={stampKeys(index, gestures, onRemove)}
          />
        </li>
      ))}
    </ul>
  )
}

function boxStyle(stamp: Stamp, { width, height }: PageSize) {
  const { box, side } = shapesOf(stamp)
  const across = (stamp.size * box.width) / side
  const down = (((stamp.size * box.height) / side) * width) / height
  return {
    left: `${(stamp.x - across / 2) * 100}%`,
    top: `${(stamp.y - down / 2) * 100}%`,
    width: `${across * 100}%`,
    height: `${down * 100}%`,
    transform: `rotate(${stamp.turn}deg)`,
  }
}

export const designNames: Record<StampDesign, MessageDescriptor> = {
  star: msg({ message: 'Star', context: 'stamp' }),
  heart: msg({ message: 'Heart', context: 'stamp' }),
  moth: msg({ message: 'Moth', context: 'stamp' }),
  arrow: msg({ message: 'Arrow', context: 'stamp' }),
  tick: msg({ message: 'Ticked box', context: 'stamp' }),
  tape: msg({ message: 'Tape', context: 'stamp' }),
  gingham: msg({ message: 'Gingham', context: 'stamp' }),
  corner: msg({ message: 'Corner', context: 'stamp' }),
  border: msg({ message: 'Bunting', context: 'stamp' }),
}

const nameOf = ({ design }: Pick<Stamp, 'design'>) =>
  design ? designNames[design] : msg({ message: 'Drawing', context: 'stamp' })
