import {
  beginText,
  concatTransformationMatrix,
  endText,
  type PDFDocument,
  PDFHexString,
  type PDFPage,
  type PDFRef,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'

export type Matrix = Parameters<typeof concatTransformationMatrix>

/**
 * Writes the words of a page over its picture, invisibly, so that they are found, copied and read aloud. They are not
 * printed as text, because grain, shifted inks and letters in the color of the paper are in the picture. `matrix` is the
 * place of the picture, which is one unit wide and high. The places of the words are unknown, so their lines fill the page.
 */
export function drawTextLayer(page: PDFPage, transcript: string, matrix: Matrix) {
  const lines = wrapLines(transcript)
  if (lines.length === 0) return
  const [a, b, c, d] = matrix.map(Number) as [number, number, number, number]
  const shape = Math.hypot(a, b) / Math.hypot(c, d)
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...matrix),
    beginText(),
    setTextRenderingMode(TextRenderingMode.Invisible),
    setFontAndSize(page.node.newFontDictionary('Invisible', fontOf(page.doc)), 1),
    ...lines.flatMap((line, index) => {
      const width = 1 / (Math.max(line.length, lineLength / 2) * glyphWidth)
      // Readers of the PDF drop letters that are too close for their height.
      const height = Math.min(0.8 / lines.length, width * shape)
      const y = 1 - (index + 0.8) / lines.length
      // Readers of the PDF expect letters where they would be printed.
      const isRtl = startsRtl.test(line)
      const order = line.replace(isRtl ? ltrRuns : rtlRuns, (run) => [...run].toReversed().join(''))
      return [setTextMatrix(isRtl ? -width : width, 0, 0, height, isRtl ? 1 : 0, y), showText(toCodes(order))]
    }),
    endText(),
    popGraphicsState(),
  )
}

const rtl = '(?!\\p{Nd})[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]'
const ltr = `(?:\\p{Nd}|(?!${rtl})\\p{L})`
/** The first letter decides. Words and numbers of the other direction run against the line. */
const startsRtl = new RegExp(`^\\P{L}*${rtl}`, 'u')
const ltrRuns = new RegExp(`${ltr}(?:(?:(?!${rtl})\\S)*${ltr})?`, 'gu')
const rtlRuns = new RegExp(`${rtl}(?:(?:(?!${ltr})\\S)*${rtl})?`, 'gu')

const lineLength = 60

/** Breaks at spaces, or anywhere in languages without them. */
const wrapLines = (text: string) =>
  text.split('\n').flatMap(
    (line) =>
      line
        .match(wholeWords)
        ?.map((part) => part.trim())
        .filter(Boolean) ?? [],
  )

const wholeWords = new RegExp(`\\S.{0,${lineLength - 1}}(?=\\s|$)|.{1,${lineLength}}`, 'gu')

/** The codes of the font are UTF-16. */
const toCodes = (text: string) =>
  PDFHexString.of([...Array(text.length).keys()].map((at) => hex(text.charCodeAt(at))).join(''))

const hex = (code: number) => code.toString(16).padStart(4, '0')

const fonts = new WeakMap<PDFDocument, PDFRef>()

function fontOf(document: PDFDocument) {
  const font = fonts.get(document) ?? addFont(document)
  fonts.set(document, font)
  return font
}

const name = 'Invisible'
/** Of the size of the text. */
const glyphWidth = 0.5

/** A font in which every code is the same empty glyph, with the character of that number. */
function addFont({ context }: PDFDocument) {
  const bytes = Uint8Array.from(atob(emptyFont), (character) => character.charCodeAt(0))
  const file = context.register(context.flateStream(bytes, { Length1: bytes.length }))
  const codes = context.register(context.flateStream(new Uint8Array(2 * 65536)))
  const characters = context.register(context.flateStream(characterMap))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [0, 0, 1000 * glyphWidth, 1000],
      ItalicAngle: 0,
      Ascent: 1000,
      Descent: -1,
      CapHeight: 1000,
      StemV: 80,
      FontFile2: file,
    }),
  )
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      CIDToGIDMap: codes,
      DW: 1000 * glyphWidth,
      FontDescriptor: descriptor,
    }),
  )
  const font = { Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: 'Identity-H' }
  return context.register(context.obj({ ...font, DescendantFonts: [descendant], ToUnicode: characters }))
}

/** A TrueType font with one glyph, which has no outline. */
const emptyFont =
  'AAEAAAAHAEAAAgAwY21hcAAMACYAAAB8AAAAJGdseWYAAAAAAAAAoAAAAAFoZWFkYQdEyAAAAKQAAAA2aGhlYQXeAfUAAADcAAAAJGhtdHgB9AAA' +
  'AAABAAAAAARsb2NhAAAAAAAAAQQAAAAEbWF4cAACAAEAAAEIAAAAIAAAAAEAAwABAAAADAAEABgAAAACAAIAAAAA//8AAP//AAEAAAAAAAAAAQAA' +
  'AAEAAAAAAABfDzz1AAAD6AAAAAAAAAAAAAAAAAAAAAAAAAAAAfQD6AAAAAMAAgAAAAAAAAABAAAD6P//AAAB9AAAAAAB9AABAAAAAAAAAAAAAAAA' +
  'AAAAAQH0AAAAAAAAAAEAAAABAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA='

const characterMap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0000> <ffff> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`
