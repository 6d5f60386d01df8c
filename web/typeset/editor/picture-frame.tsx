import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { RotateCcw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import type { PageRecipe, PictureFrame } from '#contract/page-recipe.ts'
import { roundNumber } from '#contract/recipe-sizes.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { type Crop, middleCrop, type Size } from '#web/ui/crop/crop.ts'
import { CropFrame } from '#web/ui/crop/crop-frame.tsx'
import { pictureBox } from '../draw/draw-page.ts'
import type { PictureMark } from '../drawing.ts'
import css from './page-maker.module.css'

export type Picture = NonNullable<PageRecipe['pictures'][number]>

/** Faces and horizons are rather in the upper third of a tall picture, so that is what a wider frame shows. */
export const firstFrame = (mark: PictureMark | undefined, { width, height }: Size): PictureFrame | undefined =>
  mark && !mark.frame && height / width > mark.box.height / mark.box.width ? { ...middleCrop, y: 0.3333 } : undefined

type Props = {
  /** Only if the page has several. */
  number: number | undefined
  picture: Picture
  /** Where the page shows it. */
  mark: PictureMark | undefined
  /** Over two pages: the fold is marked. */
  isSpread?: boolean | undefined
  onChange: (picture: Picture) => void
}

/** The picture in the frame that it has on the page, to be moved, zoomed and turned. */
export function PictureFrameField({ number, picture, mark, isSpread = false, onChange }: Props) {
  const { t } = useLingui()
  const [size, setSize] = useState<Size>()
  const url = addressAtWidth(picture.url, 800)
  const name = number === undefined ? t`Image` : t`Image ${number}`
  const alt = picture.altText || name
  if (!size || !mark)
    return (
      <img
        src={url}
        alt={alt}
        {...altLanguageOf(picture.altText)}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
      />
    )
  const crop = picture.frame ?? middleCrop
  const setFrame = (frame: PictureFrame | undefined) => {
    const { frame: _before, ...rest } = picture
    onChange({ ...rest, ...(frame && { frame }) })
  }
  const change = (next: Crop) => setFrame(rounded(next))
  return (
    <fieldset className={css.crop}>
      <legend className="sr">{name}</legend>
      <CropFrame
        label={partLabel(number)}
        hint={t`Drag the image, or tap what belongs in the middle. You can also use the arrow keys, and + and − to zoom.`}
        url={url}
        alt={alt}
        picture={size}
        frame={pictureBox(mark, size)}
        look={isSpread ? css.fold : undefined}
        crop={crop}
        maxZoom={8}
        onCrop={change}
      />
      <TurnSlider turn={crop.turn} onTurn={(turn) => change({ ...crop, turn })} />
      <Button
        look="second"
        size="small"
        aria-disabled={!picture.frame || undefined}
        onClick={() => setFrame(firstFrame(mark, size))}
      >{t`Reset position`}</Button>
    </fieldset>
  )
}

const partLabel = (number: number | undefined) =>
  number === undefined ? t`Part of the image to show` : t`Part of image ${number} to show`

/** As the server stores it. */
const rounded = ({ x, y, zoom, turn }: Crop): PictureFrame => ({
  x: roundNumber(x),
  y: roundNumber(y),
  zoom: roundNumber(zoom),
  turn: roundNumber(turn),
})

/** The slider straightens the picture within its quarter turn. At 45 degrees, the next one would begin. */
const maxTilt = 44

/** Left and right are those of the picture, also in a language written from right to left. */
function TurnSlider({ turn, onTurn }: { turn: number; onTurn: (turn: number) => void }) {
  const { t } = useLingui()
  const quarters = Math.round(turn / 90) * 90
  const turnBy = (degrees: number) => onTurn(turn + degrees - 360 * Math.round((turn + degrees) / 360))
  return (
    <Slider
      dir="ltr"
      aria-label={t`Turn`}
      aria-valuetext={`${Math.round(turn)}°`}
      min={-maxTilt}
      max={maxTilt}
      value={turn - quarters}
      onChange={(tilt) => onTurn(quarters + tilt)}
      steps={[
        { icon: RotateCcw, label: t`Turn left by 90°`, onClick: () => turnBy(-90) },
        { icon: RotateCw, label: t`Turn right by 90°`, onClick: () => turnBy(90) },
      ]}
    />
  )
}
