import { type PDFDocument, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import type { Size } from '../imposition/paper.ts'
import { BlobStream } from './blob-stream.ts'

/** As a PDF takes it: a JPEG as it is, or pixels of three bytes each, packed by deflate. */
export type Picture =
  | { kind: 'jpeg'; bytes: Uint8Array<ArrayBuffer> }
  | ({ kind: 'pixels'; packed: Blob } & Size)
/** In pixels, and where in the document it is. */
export type Embedded = Size & { ref: PDFRef }

export const embedPicture = (document: PDFDocument, picture: Picture): Promise<Embedded> | Embedded =>
  picture.kind === 'jpeg' ? embedJpeg(document, picture.bytes) : embedPixels(document, picture)

/** Its bytes go on to the browser: those of forty pages would fill the memory of a phone. */
async function embedJpeg(document: PDFDocument, bytes: Uint8Array<ArrayBuffer>): Promise<Embedded> {
  const image = await document.embedJpg(bytes)
  await image.embed()
  const stream = document.context.lookup(image.ref)
  if (!(stream instanceof PDFRawStream)) throw new Error('This is no picture')
  document.context.assign(image.ref, new BlobStream(stream.dict, new Blob([bytes])))
  return image
}

function embedPixels(
  { context }: PDFDocument,
  { width, height, packed }: Picture & { kind: 'pixels' },
): Embedded {
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    ...{ Width: width, Height: height, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 },
    Filter: 'FlateDecode',
  })
  return { width, height, ref: context.register(new BlobStream(dict, packed)) }
}
