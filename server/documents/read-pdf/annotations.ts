import type { PageView } from './page-view.ts'
import { type Box, numbersAt, type Pdfium, readBox, readText, withMemory } from './pdfium.ts'
import { UnreadablePage } from './unreadable-page.ts'

/** PDFium's code for a form whose pages are made by a program in it, which PDFium cannot run. */
const programmedForm = 2
/** The size of PDFium's description of a form's surroundings, of which it needs only the version. */
const environment = { byteLength: 256, version: 2 }

/** Needed to draw form fields. Nothing reacts to their actions. */
export function openForm(pdfium: Pdfium, pdf: number): number {
  if (pdfium._FPDF_GetFormType(pdf) === programmedForm) throw new UnreadablePage('unflattened')
  const pointer = pdfium.wasmExports.malloc(environment.byteLength)
  if (!pointer) throw new RangeError('There is no memory left.')
  pdfium.HEAPU8.fill(0, pointer, pointer + environment.byteLength)
  numbersAt(pdfium, pointer).setUint32(0, environment.version, true)
  return pdfium._FPDFDOC_InitFormFillEnvironment(pdf, pointer)
}

/** A field that shows words, such as a text or a choice. */
export type Field = { index: number; box: Box; value: string; isText: boolean }
export type Annotations = { count: number; fields: Field[] }

const [invisibleFlag, hiddenFlag, noViewFlag] = [1, 2, 32]

/** Makes PDFium draw the annotations that a screen shows. Refuses the page if it cannot draw one of them. */
export function prepareAnnotations(
  { pdfium, page }: PageView,
  form: number,
  redrawn: ReadonlySet<number> = new Set(),
): Annotations {
  for (const index of redrawn) pdfium._FPDFAnnot_SetAP(pdfium._FPDFPage_GetAnnot(page, index), 0, 0)
  pdfium._FORM_OnAfterLoadPage(page, form)
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  const fields = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (!annotation) return []
    const flags = pdfium._FPDFAnnot_GetFlags(annotation)
    const isShown = (flags & (hiddenFlag | noViewFlag)) === 0
    // "Invisible" is about kinds of annotations that no program knows.
    pdfium._FPDFAnnot_SetFlags(annotation, isShown ? flags & ~invisibleFlag : flags | hiddenFlag)
    const field = isShown ? fieldOf(pdfium, form, annotation) : undefined
    if (isShown && !isDrawn(pdfium, form, annotation)) throw new UnreadablePage('unflattened')
    pdfium._FPDFPage_CloseAnnot(annotation)
    return field ? { ...field, index } : []
  })
  return { count, fields: fields.flat() }
}

const [checkBox, radioButton, comboBox, listBox, textField] = [2, 3, 4, 5, 6]
/** PDFium's codes for links and for notes that open: nothing of them is on the page. */
const offPageKinds = [2, 16]
/** The first and last of PDFium's codes for texts, lines, shapes, marks, stamps and ink. */
const [firstMark, lastMark] = [3, 15]

/** PDFium draws an appearance for most annotations that have none. It ignores that annotations can be on hidden layers. */
function isDrawn(pdfium: Pdfium, form: number, annotation: number) {
  const subtype = pdfium._FPDFAnnot_GetSubtype(annotation)
  if (offPageKinds.includes(subtype)) return true
  if (hasEntry(pdfium, annotation, 'OC')) return false
  if (subtype >= firstMark && subtype <= lastMark) return hasEntry(pdfium, annotation, 'AP')
  const fieldType = pdfium._FPDFAnnot_GetFormFieldType(form, annotation)
  const isButton = fieldType === checkBox || fieldType === radioButton
  return !isButton || !isOn(pdfium, annotation) || pdfium._FPDFAnnot_IsChecked(form, annotation) === 1
}

const isOn = (pdfium: Pdfium, annotation: number) =>
  !['', 'Off'].includes(
    withName(pdfium, 'AS', (key) =>
      readText(pdfium, (pointer, byteLength) => pdfium._FPDFAnnot_GetStringValue(annotation, key, pointer, byteLength)),
    ),
  )

const hasEntry = (pdfium: Pdfium, annotation: number, name: string) =>
  withName(pdfium, name, (key) => pdfium._FPDFAnnot_HasKey(annotation, key) === 1)

const withName = <Result>(pdfium: Pdfium, name: string, use: (pointer: number) => Result) =>
  withMemory(pdfium, name.length + 1, (pointer) => {
    pdfium.HEAPU8.set(Buffer.from(`${name}\0`), pointer)
    return use(pointer)
  })

const passwordFlag = 1 << 13

function fieldOf(pdfium: Pdfium, form: number, annotation: number): Omit<Field, 'index'> | undefined {
  const type = pdfium._FPDFAnnot_GetFormFieldType(form, annotation)
  if (![comboBox, listBox, textField].includes(type)) return undefined
  if (type === textField && pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) return undefined
  const value = readText(pdfium, (pointer, byteLength) =>
    pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, pointer, byteLength),
  )
  const labels = type === textField ? [] : selectedLabels(pdfium, form, annotation)
  const box = readBox(pdfium, (pointer) => pdfium._FPDFAnnot_GetRect(annotation, pointer))
  return { box, value: labels.join('\n') || value, isText: type === textField }
}

const selectedLabels = (pdfium: Pdfium, form: number, annotation: number) =>
  Array.from({ length: Math.max(0, pdfium._FPDFAnnot_GetOptionCount(form, annotation)) }, (_, index) =>
    pdfium._FPDFAnnot_IsOptionSelected(form, annotation, index)
      ? readText(pdfium, (pointer, byteLength) =>
          pdfium._FPDFAnnot_GetOptionLabel(form, annotation, index, pointer, byteLength),
        )
      : [],
  ).flat()
