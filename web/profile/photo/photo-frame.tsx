import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { type Crop, moved, placeAround, sideOf, zoomed, zoomMax } from './photo-crop.ts'
import css from './photo-dialog.module.css'
import type { Picture } from './use-chosen-picture.ts'
import { useCropPointers } from './use-crop-pointers.ts'

type PhotoFrameProps = {
  picture: Picture
  crop: Crop
  onCrop: (crop: Crop) => void
  isFixed: boolean
}

const zoomStep = 0.25
/** An arrow key moves by a twentieth of what is shown. */
const keyStep = 0.05
const arrows: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The picture behind a round hole; the arrow keys move the hole over the picture. */
export function PhotoFrame({ picture, crop, onCrop, isFixed }: PhotoFrameProps) {
  const { size, url } = picture
  const frame = useRef<HTMLButtonElement>(null)
  const hint = useId()
  // The sheet was there before the picture was read, and has the focus.
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])
  const change = (next: Crop) => isFixed || onCrop(next)
  const zoomTo = (zoom: number) => change(zoomed(crop, size, zoom))
  const pointers = useCropPointers({ frame, crop, size, onCrop: change })
  const steer = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow) {
      const step = sideOf(crop, size) * keyStep
      change(moved(crop, size, { x: arrow[0] * step, y: arrow[1] * step }))
    } else if (event.key === '+' || event.key === '=') zoomTo(crop.zoom + zoomStep)
    else if (event.key === '-') zoomTo(crop.zoom - zoomStep)
    else return
    event.preventDefault()
  }
  return (
    <>
      <button
        type="button"
        ref={frame}
        className={css.frame}
        aria-label="Part of the picture to show"
        aria-describedby={hint}
        onKeyDown={steer}
        {...pointers}
      >
        <img src={url} alt="" draggable={false} style={placeAround(crop, size)} />
      </button>
      <p className={css.hint} id={hint}>
        Drag the picture, or tap what belongs in the middle. Arrow keys move it too, + and − zoom.
      </p>
      <div className={css.zoom}>
        <IconButton aria-label="Smaller" onClick={() => zoomTo(crop.zoom - zoomStep)}>
          <Minus className="ico" aria-hidden="true" />
        </IconButton>
        <input
          type="range"
          aria-label="Zoom"
          aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
          min={1}
          max={zoomMax}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => zoomTo(event.target.valueAsNumber)}
        />
        <IconButton aria-label="Larger" onClick={() => zoomTo(crop.zoom + zoomStep)}>
          <Plus className="ico" aria-hidden="true" />
        </IconButton>
      </div>
    </>
  )
}
