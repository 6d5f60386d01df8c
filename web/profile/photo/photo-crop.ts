import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { showError } from '#web/ui/toasts/toast-store.ts'

/** The visible square: its center in picture pixels, and its zoom. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const maxZoom = 4

export const initialCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

export const moveCrop = (crop: Crop, size: Size, by: { x: number; y: number }) =>
  clampCrop({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size)

/** Zooms around the center and stays within the picture. */
export const zoomCrop = (crop: Crop, size: Size, zoom: number) =>
  clampCrop({ ...crop, zoom: clamp(zoom, 1, maxZoom) }, size)

export const cropSide = ({ zoom }: Crop, { width, height }: Size) => Math.min(width, height) / zoom

export function cropSquare(crop: Crop, size: Size) {
  const side = cropSide(crop, size)
  return { left: crop.x - side / 2, top: crop.y - side / 2, side }
}

/** The picture's position relative to the frame, in percent of the frame. */
export function picturePosition(crop: Crop, size: Size) {
  const { left, top, side } = cropSquare(crop, size)
  const percent = (length: number) => `${(length / side) * 100}%`
  return {
    width: percent(size.width),
    height: percent(size.height),
    left: percent(-left),
    top: percent(-top),
  }
}

function clampCrop(crop: Crop, size: Size): Crop {
  const half = cropSide(crop, size) / 2
  return {
    ...crop,
    x: clamp(crop.x, half, size.width - half),
    y: clamp(crop.y, half, size.height - half),
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

export type Picture = { image: HTMLImageElement; url: string; size: Size }

export function useDecodedPicture(file: File, onFailed: () => void) {
  const { t } = useLingui()
  const [picture, setPicture] = useState<Picture>()
  const reportFailure = useEffectEvent((message: string) => {
    showError(message, t`Upload failed`)
    onFailed()
  })
  useEffect(() => {
    let isActive = true
    const url = URL.createObjectURL(file)
    readPicture(url).then(
      (read) => isActive && setPicture(read),
      async () => {
        const message = (await isReadable(file))
          ? i18n._(notAPictureMessage)
          : t`Failed to upload profile image. Please try again.`
        if (isActive) reportFailure(message)
      },
    )
    return () => {
      isActive = false
      URL.revokeObjectURL(url)
    }
  }, [file, t])
  return picture
}

const notAPictureMessage = msg`This file can’t be opened as an image. It may be damaged, or not an image at all. Save it as JPEG or PNG and try again.`

const isReadable = (file: File) =>
  file.arrayBuffer().then(
    () => true,
    () => false,
  )

async function readPicture(url: string): Promise<Picture> {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  if (width === 0 || height === 0) throw new Error('An image without dimensions')
  return { image, url, size: { width, height } }
}
