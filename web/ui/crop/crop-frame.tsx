import { useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, useEffect, useId, useRef } from 'react'
import { Slider } from '../controls/slider.tsx'
import { cropStyle } from './crop.ts'
import css from './crop-frame.module.css'
import { type Cropping, useCropKeys, useCropPointers } from './use-crop-gestures.ts'

type Props = Cropping & {
  /** The name of the frame for screen readers. */
  label: string
  hint: string
  url: string
  /** The description of the picture, or empty where the frame’s name says enough. */
  alt: string
  look?: string | undefined
  hasFocus?: boolean
}

/** A picture in its frame, in which it is moved and zoomed. */
export function CropFrame({ label, hint, url, alt, look, hasFocus = false, ...cropping }: Props) {
  const { t } = useLingui()
  const { crop, picture, frame, maxZoom } = cropping
  const button = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  // A dialog that opened before the picture loaded has the focus.
  useEffect(() => {
    if (hasFocus) button.current?.focus({ preventScroll: true })
  }, [hasFocus])
  const { zoomTo, zoomIn, zoomOut, onKeyDown } = useCropKeys(cropping)
  const pointers = useCropPointers(button, cropping)
  const ratio = frame.width / frame.height
  return (
    <div className={css.crop}>
      <div
        className={look ? `${css.frame} ${look}` : css.frame}
        style={{ aspectRatio: ratio, '--r': ratio } as CSSProperties}
      >
        <img src={url} alt={alt} draggable={false} style={cropStyle(crop, picture, frame)} />
        <button
          type="button"
          ref={button}
          aria-label={label}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
          {...pointers}
        />
      </div>
      <p className={css.hint} id={hintId}>
        {hint}
      </p>
      <Slider
        aria-label={t`Zoom`}
        aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
        min={1}
        max={maxZoom}
        step={0.05}
        value={crop.zoom}
        onChange={zoomTo}
        steps={[
          { icon: Minus, label: t`Smaller`, onClick: zoomOut },
          { icon: Plus, label: t`Larger`, onClick: zoomIn },
        ]}
      />
    </div>
  )
}
