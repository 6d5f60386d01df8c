import { PDFDocument } from '@cantoo/pdf-lib'

/** A PDF of three small pages. Different numbers give different files. */
export async function numberedPdf(number: number) {
  const pdf = await PDFDocument.create()
  for (const page of [1, 2, 3]) pdf.addPage([200, 250]).drawText(`PDF ${number}, page ${page}`, { x: 20, y: 120 })
  return Buffer.from(await pdf.save())
}
