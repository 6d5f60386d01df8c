import { argbOnNothing, isInPicture, type PageView, type PixelBox, pixelsOf, withPicture } from './page-view.ts'
import { type Box, bytesAt, numbersAt, type Pdfium, withMemory } from './pdfium.ts'
import { UnreadablePage } from './unreadable-page.ts'

/** `box` is missing for characters without ink: those of a PDF, and spaces and line breaks that PDFium adds. */
export type Letter = { text: string; box?: Box }

/** The letters of a page that its picture shows, in reading order. Changes how the page is drawn. */
export function lettersOf(view: PageView): Letter[] {
  const { pdfium, page } = view
  for (const object of objectsOf(pdfium, page)) prepareObject(pdfium, object)
  const textPage = pdfium._FPDFText_LoadPage(page)
  if (!textPage) return []
  try {
    const characters = charactersOf(pdfium, textPage)
    return characters.some(({ object }) => object) ? drawnLetters(view, characters) : []
  } finally {
    pdfium._FPDFText_ClosePage(textPage)
  }
}

/** PDFium's codes of texts and of forms, which are groups of objects. */
const [textType, formType] = [1, 5]

/** The objects of a page and of the groups on it. */
function* objectsOf(pdfium: Pdfium, page: number): Generator<number> {
  for (let index = pdfium._FPDFPage_CountObjects(page) - 1; index >= 0; index--)
    yield* objectsIn(pdfium, pdfium._FPDFPage_GetObject(page, index))
}

function* objectsIn(pdfium: Pdfium, object: number): Generator<number> {
  if (pdfium._FPDFPageObj_GetType(object) !== formType) yield object
  else
    for (let index = pdfium._FPDFFormObj_CountObjects(object) - 1; index >= 0; index--)
      yield* objectsIn(pdfium, pdfium._FPDFFormObj_GetObject(object, index))
}

/** Only texts are drawn from now on. PDFium does not read a text without a width: a single letter that no font has. */
function prepareObject(pdfium: Pdfium, object: number) {
  if (pdfium._FPDFPageObj_GetType(object) !== textType) pdfium._FPDFPageObj_SetIsActive(object, 0)
  else if (!pdfium._FPDFFont_GetIsEmbedded(pdfium._FPDFTextObj_GetFont(object)) && !hasWidth(pdfium, object))
    addOutline(pdfium, object)
}

const hasWidth = (pdfium: Pdfium, object: number) =>
  withMemory(pdfium, 16, (pointer) => {
    pdfium._FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)
    const numbers = numbersAt(pdfium, pointer)
    return numbers.getFloat32(8, true) - numbers.getFloat32(0, true) > 0.01
  })

const outlineMode = 1

/** An outline gives it a width, which PDFium calculates when the text is moved. */
function addOutline(pdfium: Pdfium, object: number) {
  const mode = pdfium._FPDFTextObj_GetTextRenderMode(object)
  pdfium._FPDFPageObj_SetStrokeWidth(object, 1)
  pdfium._FPDFTextObj_SetTextRenderMode(object, outlineMode)
  pdfium._FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, 0)
  pdfium._FPDFTextObj_SetTextRenderMode(object, mode)
}

type Character = Letter & { object: number; isGuess: boolean }

/** U+2800 is a Braille cell without dots. */
const blank = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]$/u
/** PDFium's character for a hyphen at the end of a line. */
const lineEndHyphen = '\u0002'

const charactersOf = (pdfium: Pdfium, textPage: number): Character[] =>
  Array.from({ length: Math.max(0, pdfium._FPDFText_CountChars(textPage)) }, (_, index) => {
    const text = String.fromCodePoint(pdfium._FPDFText_GetUnicode(textPage, index))
    const object = pdfium._FPDFText_GetTextObject(textPage, index)
    const isGuess = pdfium._FPDFText_HasUnicodeMapError(textPage, index) === 1
    const hasInk = object !== 0 && (text === lineEndHyphen || !blank.test(text))
    return { text, object, isGuess, ...(hasInk && { box: boxOf(pdfium, textPage, index) }) }
  })

const boxOf = (pdfium: Pdfium, textPage: number, index: number): Box =>
  withMemory(pdfium, 32, (pointer) => {
    pdfium._FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24)
    const numbers = numbersAt(pdfium, pointer)
    const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((at) => numbers.getFloat64(at, true))
    return { left, right, bottom, top }
  })

/**
 * The text is drawn alone and on nothing, so that it leaves a trace in any color and under any picture. Text of a hidden
 * layer and text that is cut away leave none. Invisible text over a scan is made visible for it.
 */
function drawnLetters(view: PageView, characters: Character[]): Letter[] {
  const { pdfium, page } = view
  const invisible = showInvisible(pdfium, characters)
  return withPicture(view, argbOnNothing, {
    draw: (bitmap, ...placement) => pdfium._FPDF_RenderPageBitmap(bitmap, page, ...placement),
    use: (pointer) => {
      const isInked = (pixels: PixelBox) => hasInk(view, pointer, pixels)
      return withoutEmptyLines(characters, (letter) => isLetterOfPage(view, letter, { isInked, invisible }))
    },
  })
}

type Boxed = Character & { box: Box }

/** A line whose letters are all removed leaves no line break. */
function withoutEmptyLines(characters: Character[], isShown: (letter: Boxed) => boolean): Letter[] {
  const kept: Letter[] = []
  let isAfterRemoved = false
  for (const { box, ...character } of characters) {
    if (box) isAfterRemoved = !isShown({ ...character, box })
    const isKept = !isAfterRemoved || (!box && !/[\r\n]/.test(kept.at(-1)?.text ?? '\n'))
    if (isKept) kept.push({ text: character.text, ...(box && { box }) })
  }
  return kept
}

const filled = 0
/** PDFium's modes of text that is not painted: nothing, or only a path that clips what follows. */
const unpaintedModes = [3, 7]

function showInvisible(pdfium: Pdfium, characters: Character[]) {
  const objects = new Set(characters.flatMap(({ object }) => object || []))
  const invisible = [...objects].filter((object) =>
    unpaintedModes.includes(pdfium._FPDFTextObj_GetTextRenderMode(object)),
  )
  for (const object of invisible) pdfium._FPDFTextObj_SetTextRenderMode(object, filled)
  return new Set(invisible)
}

type Drawing = { isInked: (pixels: PixelBox) => boolean; invisible: ReadonlySet<number> }

function isLetterOfPage(view: PageView, { text, box, object, isGuess }: Boxed, { isInked, invisible }: Drawing) {
  const pixels = pixelsOf(view, box)
  if (!isInPicture(view, pixels)) return false
  const { pdfium } = view
  const font = pdfium._FPDFTextObj_GetFont(object)
  const mustBeDrawn = !invisible.has(object) && !pdfium._FPDFFont_GetIsEmbedded(font)
  const hasGlyph =
    pdfium._FPDFFont_GetGlyphPath(font, (text === lineEndHyphen ? '-' : text).codePointAt(0) ?? 0, 1) !== 0
  const isDrawn = isInked(pixels) && (hasGlyph || !isFlat(box))
  const isWrong = isDrawn ? isGuess || hasOwnSymbols(pdfium, font) : !hasGlyph
  if (mustBeDrawn && isWrong) throw new UnreadablePage('missing font')
  // Text recognition uses fonts without glyphs, because nobody sees its words.
  return isDrawn || (invisible.has(object) && !hasGlyph)
}

/** The box of a letter without a glyph is a line. Ink on it belongs to the letters beside it. */
function isFlat({ left, right, bottom, top }: Box) {
  const [width, height] = [right - left, top - bottom]
  return Math.min(width, height) < Math.max(width, height) / 100
}

/** Fonts whose letters are pictures. PDFium draws letters instead. */
const hasOwnSymbols = (pdfium: Pdfium, font: number) =>
  withMemory(pdfium, 256, (pointer) => {
    const length = pdfium._FPDFFont_GetBaseFontName(font, pointer, 256)
    return /wingdings|webdings/i.test(new TextDecoder().decode(bytesAt(pdfium, pointer, Math.min(length, 256))))
  })

/** Looks one pixel further than the box, because boxes of thin letters have no width. */
function hasInk({ pdfium, size: { width, height } }: PageView, pointer: number, { from, to }: PixelBox) {
  const alpha = bytesAt(pdfium, pointer, width * height * argbOnNothing.bytesPerPixel)
  for (let y = Math.max(0, from.y - 1); y <= Math.min(height - 1, to.y + 1); y++)
    for (let x = Math.max(0, from.x - 1); x <= Math.min(width - 1, to.x + 1); x++)
      if (alpha[4 * (y * width + x) + 3]) return true
  return false
}
