/** A part of a picture in a frame. Without turn, a zoom of 1 shows the full width or height of the picture. */
export type Crop = {
  /** The point of the picture in the middle of the frame, as a share of the picture’s width and height. */
  x: number
  y: number
  /** 1 fills the frame, also where the picture is turned. */
  zoom: number
  /** In degrees, clockwise. */
  turn: number
}
export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

export const middleCrop: Crop = { x: 0.5, y: 0.5, zoom: 1, turn: 0 }

export type Placement = Point & { scale: number; angle: number }

/**
 * Where the picture is in the frame, which it always fills: the point in the middle in pixels of the picture, the size of
 * such a pixel in the frame, and the angle in radians.
 */
export function placeCrop({ x, y, zoom, turn }: Crop, picture: Size, frame: Size): Placement {
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  // The upright box around the frame, seen from the turned picture.
  const width = frame.width * cos + frame.height * sin
  const height = frame.width * sin + frame.height * cos
  const scale = zoom * Math.max(width / picture.width, height / picture.height)
  const [halfWidth, halfHeight] = [width / scale / 2, height / scale / 2]
  return {
    x: clamp(x * picture.width, halfWidth, picture.width - halfWidth),
    y: clamp(y * picture.height, halfHeight, picture.height - halfHeight),
    scale,
    angle,
  }
}

/** Moves the frame over the picture by a distance in the frame. */
export function moveCrop(crop: Crop, picture: Size, frame: Size, by: Point): Crop {
  const { x, y, scale, angle } = placeCrop(crop, picture, frame)
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  const moved = {
    ...crop,
    x: (x + by.x * cos + by.y * sin) / picture.width,
    y: (y + by.y * cos - by.x * sin) / picture.height,
  }
  const inside = placeCrop(moved, picture, frame)
  return { ...moved, x: inside.x / picture.width, y: inside.y / picture.height }
}

/** Zooms around the point in the middle, which stays, so that the way back shows the same. */
export const zoomCrop = (crop: Crop, zoom: number, maxZoom: number): Crop => ({
  ...crop,
  zoom: clamp(zoom, 1, maxZoom),
})

/** The style of a picture in its frame. */
export function cropStyle(crop: Crop, picture: Size, frame: Size) {
  const { x, y, scale } = placeCrop(crop, picture, frame)
  const across = (length: number) => (length * scale * 100) / frame.width
  const down = (length: number) => (length * scale * 100) / frame.height
  return {
    width: `${across(picture.width)}%`,
    height: `${down(picture.height)}%`,
    left: `${50 - across(x)}%`,
    top: `${50 - down(y)}%`,
    transform: crop.turn ? `rotate(${crop.turn}deg)` : undefined,
    transformOrigin: `${(x / picture.width) * 100}% ${(y / picture.height) * 100}%`,
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
