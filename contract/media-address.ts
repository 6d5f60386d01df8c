/** Media addresses contain a keyed hash of the content, so a file never changes, and nobody can calculate its address. */

export const imageWidths = [400, 800, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]
export type VideoExtension = 'mp4' | 'webm'

export const imageAddress = (hash: string, width: ImageWidth = 1600) => `/media/${hash}-${width}.webp`
export const videoAddress = (hash: string, extension: VideoExtension) => `/media/${hash}.${extension}`

const hashInAddress = /(?:^|\/)media\/([0-9a-f]{32})(?:-1600\.webp|\.mp4|\.webm)$/

export const hashFromAddress = (address: string) => hashInAddress.exec(address)?.[1]

const videoExtensionPattern = /\.(mp4|webm|ogg|mov)$/i

/** Spec: media counts as video when its address ends in mp4, webm, ogg or mov. */
export const isVideoAddress = (address: string) => videoExtensionPattern.test(address)

/** The stored width: never wider than the original, which is not scaled down if it is barely wider. */
export const storedWidth = (width: ImageWidth, original: number) =>
  original > (width < 1600 ? width * 1.25 : width) ? width : original

/** `srcset` for an image address, otherwise undefined. */
export function imageSourceSet(address: string, originalWidth: number | null) {
  if (!address.endsWith('-1600.webp')) return undefined
  const stem = address.slice(0, -'1600.webp'.length)
  return imageWidths.map((width) => `${stem}${width}.webp ${storedWidth(width, originalWidth ?? width)}w`).join(', ')
}

/** An image address at another width. Other addresses are returned unchanged. */
export const addressAtWidth = (address: string, width: ImageWidth) => address.replace(/-1600\.webp$/, `-${width}.webp`)

/** Like `addressAtWidth`. For a video, the address of its poster. */
export const stillImageAtWidth = (address: string, width: ImageWidth) =>
  addressAtWidth(address.replace(/\.(mp4|webm)$/, '-1600.webp'), width)
