import { type PDFDocument, PDFWriter } from '@cantoo/pdf-lib'
import { BlobStream } from './blob-stream.ts'

type Written = { sizeInBytes: () => number; copyBytesInto: (buffer: Uint8Array, offset: number) => number }

/** The document as a file, put together from its parts: the library would copy every picture into one array. */
export async function pdfBlob(document: PDFDocument): Promise<Blob> {
  await document.flush()
  const writer = PDFWriter.forContext(document.context, Number.POSITIVE_INFINITY)
  // biome-ignore lint/complexity/useLiteralKeys: only so may it be asked from outside
  const { header, indirectObjects, xref, trailerDict, trailer } = await writer['computeBufferSize'](false)
  if (!xref || !trailerDict) throw new Error('This document has no table of its objects')
  const objects = indirectObjects.flatMap(([ref, object]) => [
    `${ref.objectNumber} ${ref.generationNumber} obj\n`,
    ...(object instanceof BlobStream ? object.parts() : [written(object)]),
    '\nendobj\n\n',
  ])
  const end = [written(xref), '\n', written(trailerDict), '\n\n', written(trailer)]
  return new Blob([written(header), '\n\n', ...objects, ...end], { type: 'application/pdf' })
}

function written(part: Written) {
  const bytes = new Uint8Array(part.sizeInBytes())
  part.copyBytesInto(bytes, 0)
  return bytes
}
