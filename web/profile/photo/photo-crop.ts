import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Crop, placeCrop, type Size } from '#web/ui/crop/crop.ts'
import { showError } from '#web/ui/toasts/toast-store.ts'

/** A round photo is cut from a square. */
export const square: Size = { width: 1, height: 1 }

/** The square in pixels of the picture. */
export function cropSquare(crop: Crop, picture: Size) {
  const { x, y, scale } = placeCrop(crop, picture, square)
  const side = 1 / scale
  return { left: x - side / 2, top: y - side / 2, side }
}

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
