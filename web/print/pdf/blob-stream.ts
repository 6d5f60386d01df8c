import { type PDFDict, PDFStream } from '@cantoo/pdf-lib'

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
