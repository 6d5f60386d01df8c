import { useEffect, useEffectEvent, useState } from 'react'
import { showError } from '#web/ui/toasts/toast-store.ts'

/** The visible square: its center in picture pixels, and its zoom. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const zoomMax = 4

export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

export const moved = (crop: Crop, size: Size, by: { x: number; y: number }) =>
  inside({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size)

/** Zooms around the center and stays within the picture. */
export const zoomed = (crop: Crop, size: Size, zoom: number) =>
  inside({ ...crop, zoom: within(zoom, 1, zoomMax) }, size)

export const sideOf = ({ zoom }: Crop, { width, height }: Size) => Math.min(width, height) / zoom

export function squareOf(crop: Crop, size: Size) {
  const side = sideOf(crop, size)
  return { left: crop.x - side / 2, top: crop.y - side / 2, side }
}

/** The picture's position relative to the frame, in percent of the frame. */
export function placeAround(crop: Crop, size: Size) {
  const { left, top, side } = squareOf(crop, size)
  const percent = (length: number) => `${(length / side) * 100}%`
  return {
    width: percent(size.width),
    height: percent(size.height),
    left: percent(-left),
    top: percent(-top),
  }
}

function inside(crop: Crop, size: Size): Crop {
  const half = sideOf(crop, size) / 2
  return {
    ...crop,
    x: within(crop.x, half, size.width - half),
    y: within(crop.y, half, size.height - half),
  }
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

export type Picture = { image: HTMLImageElement; url: string; size: Size }

export function useChosenPicture(file: File, giveUp: () => void) {
  const [picture, setPicture] = useState<Picture>()
  const refuse = useEffectEvent(() => {
    showError('Failed to upload profile image. Please try again.', 'Upload failed')
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
  if (width === 0 || height === 0) throw new Error('A picture without dimensions')
  return { image, url, size: { width, height } }
}
