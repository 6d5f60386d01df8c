import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import css from './sheet.module.css'
import type { Crop } from './sheet-cells.ts'
import { drawCrop, type SheetPicture } from './sheet-picture.ts'

const previewWidth = 200

type Props = { picture: SheetPicture; crops: readonly Crop[] }

export const PagePreviews = ({ picture, crops }: Props) => {
  const { t } = useLingui()
  return (
    <ol className={css.previews} aria-label={t`The eight pages`}>
      {crops.map((crop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its position
        <li key={index}>
          <CropPreview picture={picture} crop={crop} label={t`Page ${ph({ number: index + 1 })}`} />
          <span>{coverNames[index] ? t(coverNames[index]) : index + 1}</span>
        </li>
      ))}
    </ol>
  )
}

const coverNames: Record<number, MessageDescriptor> = { 0: msg`1 Cover`, 7: msg`8 Back` }

type PreviewProps = { picture: SheetPicture; crop: Crop; label: string }

function CropPreview({ picture, crop, label }: PreviewProps) {
  const canvas = useDrawing(picture, crop)
  const height = Math.round((previewWidth * crop.height) / crop.width)
  return <canvas ref={canvas} width={previewWidth} height={height} role="img" aria-label={label} />
}

export function useDrawing(picture: SheetPicture, crop: Crop) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) drawCrop(context, picture, crop)
  })
  return canvas
}
