import { useEffect, useEffectEvent, useState } from 'react'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { Size } from './photo-crop.ts'

export type Picture = { image: HTMLImageElement; url: string; size: Size }

/** A chosen file as a picture, once the browser has read it; one that it cannot read is refused and given up. */
export function useChosenPicture(file: File, giveUp: () => void) {
  const [picture, setPicture] = useState<Picture>()
  const refuse = useEffectEvent(() => {
    showToast({
      title: 'Upload failed',
      description: 'Failed to upload profile image. Please try again.',
      variant: 'destructive',
    })
    giveUp()
  })
  useEffect(() => {
    let isWanted = true
    const url = URL.createObjectURL(file)
    readPicture(url).then(
      (read) => isWanted && setPicture(read),
      () => isWanted && refuse(),
    )
    return () => {
      isWanted = false
      URL.revokeObjectURL(url)
    }
  }, [file])
  return picture
}

async function readPicture(url: string): Promise<Picture> {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  if (width === 0 || height === 0) throw new Error('A picture without a size')
  return { image, url, size: { width, height } }
}
