import type { Annotations, Field } from './annotations.ts'
import { type Letter, lettersOf } from './page-text.ts'
import { isInPicture, type PageView, pixelsOf } from './page-view.ts'
import { type Box, type Pdfium, readBox } from './pdfium.ts'
import { UnreadablePage } from './unreadable-page.ts'

type Source = { pdf: number; number: number; form: number }
export type FieldWords = { field: Field; drawn: string }
type AnnotationWords = { others: string; fields: FieldWords[] }

/** The words of form fields and of other annotations. Replaces the content of the page, which must be drawn before. */
export function readAnnotations(view: PageView, source: Source, { count, fields }: Annotations): AnnotationWords {
  if (count === 0) return { others: '', fields: [] }
  const shownFields = fields.filter(({ box }) => isInPicture(view, pixelsOf(view, box)))
  const letters = lettersOf({ pdfium: view.pdfium, page: annotationsAsContent(view, source), size: view.size })
  const [others = '', ...drawn] = distribute(letters, shownFields)
  return { others, fields: shownFields.map((field, index) => ({ field, drawn: drawn[index] ?? '' })) }
}

/** PDFium reads no words of annotations, but it can turn them into content. */
function annotationsAsContent({ pdfium, page }: PageView, { pdf, number, form }: Source): number {
  for (let index = pdfium._FPDFPage_CountObjects(page) - 1; index >= 0; index--)
    pdfium._FPDFPage_RemoveObject(page, pdfium._FPDFPage_GetObject(page, index))
  pdfium._FPDFPage_GenerateContent(page)
  setOwnBoxes(pdfium, page)
  const failed = 0
  if (pdfium._FPDFPage_Flatten(page, 0) === failed) throw new UnreadablePage('unflattened')
  pdfium._FORM_OnBeforeClosePage(page, form)
  pdfium._FPDF_ClosePage(page)
  const flattened = pdfium._FPDF_LoadPage(pdf, number - 1)
  if (!flattened) throw new UnreadablePage('unflattened')
  return flattened
}

/** Flattening ignores a size that is stated once for all pages, and cuts annotations at the art box. */
function setOwnBoxes(pdfium: Pdfium, page: number) {
  const { left, right, bottom, top } = readBox(pdfium, (pointer) => pdfium._FPDF_GetPageBoundingBox(page, pointer))
  pdfium._FPDFPage_SetMediaBox(page, left, bottom, right, top)
  pdfium._FPDFPage_SetCropBox(page, left, bottom, right, top)
  pdfium._FPDFPage_SetArtBox(page, left, bottom, right, top)
}

/** The texts outside of fields, and then that of each field. Spaces belong to the letter before. */
function distribute(letters: Letter[], fields: Field[]): string[] {
  const texts = Array<string>(fields.length + 1).fill('')
  let at = 0
  for (const { text, box } of letters) {
    if (box) at = 1 + fields.findIndex((field) => isInside(field.box, box))
    texts[at] += text
  }
  return texts
}

function isInside(outer: Box, { left, right, bottom, top }: Box) {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]
  return x >= outer.left && x <= outer.right && y >= outer.bottom && y <= outer.top
}

/** Compares only letters: numbers and dates can be drawn in another format than they are stored. */
export const isComplete = ({ field: { value }, drawn }: FieldWords) =>
  lettersIn(value).length <= lettersIn(drawn).length && isBegun(value, drawn)

/** The value, if the field is too small for it. */
export function wordsOfField({ field, drawn }: FieldWords): string {
  if (!isBegun(field.value, drawn)) throw new UnreadablePage('unflattened')
  return field.isText && lettersIn(field.value).length > lettersIn(drawn).length ? field.value : drawn
}

/** More would not fit into some fields. */
const comparedCharacters = 40

/** Fields can lack their whole value, or the letters that no font has. */
function isBegun(value: string, drawn: string) {
  const [firstLine = ''] = value.trim().split(/[\r\n]/)
  if (firstLine !== '' && drawn.trim() === '') return false
  return new Set(lettersIn(firstLine.slice(0, comparedCharacters))).isSubsetOf(new Set(lettersIn(drawn)))
}

const lettersIn = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(/\p{L}/gu) ?? []
