import { type PDFDict, type PDFDocument, type PDFImage, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'

/** A stream of a PDF whose bytes the browser keeps, where it likes, instead of this tab. */
export class BlobStream extends PDFStream {
  readonly bytes: Blob

  constructor(dict: PDFDict, bytes: Blob) {
    super(dict)
    this.bytes = bytes
  }

  override getContentsSize() {
    return this.bytes.size
  }

  parts(): BlobPart[] {
    this.updateDict()
    return [`${this.dict}\nstream\n`, this.bytes, '\nendstream']
  }
}

/** Writes a picture into the document, and hands its bytes over: forty pages would fill the memory of a phone. */
export async function handOver(document: PDFDocument, image: PDFImage) {
  await image.embed()
  const stream = document.context.lookup(image.ref)
  if (!(stream instanceof PDFRawStream)) throw new Error('This is no picture')
  const bytes = new Blob([stream.contents as Uint8Array<ArrayBuffer>])
  document.context.assign(image.ref, new BlobStream(stream.dict, bytes))
}
