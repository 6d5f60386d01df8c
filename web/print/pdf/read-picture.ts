import type { Picture } from './write-pdf.ts'

/** A print picture for a PDF. Where it is no JPEG, it is the WebP that screens show, which PDFs cannot carry. */
export const readPicture = async (bytes: Uint8Array<ArrayBuffer>): Promise<Picture> =>
  bytes[0] === 0xff && bytes[1] === 0xd8 ? { kind: 'jpeg', bytes } : converted(bytes)

/** What was kept without loss stays so: line art would smear. */
async function converted(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
  const kind = isLossless(bytes) ? 'png' : 'jpeg'
  const picture = await createImageBitmap(new Blob([bytes]))
  const canvas = onWhite(picture)
  picture.close()
  const blob = await canvas.convertToBlob({ type: `image/${kind}`, quality: 0.92 })
  return { kind, bytes: new Uint8Array(await blob.arrayBuffer()) }
}

function onWhite(picture: ImageBitmap) {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser cannot draw pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(picture, 0, 0)
  return canvas
}

/** A WebP is a list of chunks, each with four letters and its length; pixels without loss lie in `VP8L`. */
function isLossless(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    if (name === 'VP8L') return true
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return false
}
