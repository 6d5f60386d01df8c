import { inside, type Pixels, pictureOf, printSize } from './pixels.ts'

/** A JPEG, since a PDF takes its bytes as they are. */
export type Print = { bytes: Buffer; width: number }

/** What is kept of a picture for paper, which is white. Greys alone are kept as such: they are printed in black ink. */
export async function printOf(picture: Pixels): Promise<Print> {
  const onPaper = pictureOf(picture).flatten({ background: '#ffffff' }).resize(inside(printSize))
  const inked = isGrey(picture) ? onPaper.extractChannel(0) : onPaper
  const { data, info } = await inked.jpeg(sharpInColour).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width }
}

/** With colours at half the size, thin pink on blue is a dull purple; in full they cost as much as the last steps of quality. */
const sharpInColour = { quality: 80, chromaSubsampling: '4:4:4' }

function isGrey({ data, info: { channels } }: Pixels) {
  if (channels < 3) return true
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}
