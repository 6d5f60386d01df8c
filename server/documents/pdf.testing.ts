import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A page of a handmade PDF. `extraEntries` are added to its dictionary verbatim, and `fonts` to its fonts. */
export type PageContent = {
  box?: number[]
  content?: string
  extraEntries?: string
  resources?: string
  fonts?: string
}
type PdfContent = { pages: PageContent[]; objects?: string[]; trailer?: string; tree?: string; catalog?: string }

const defaultBox = [0, 0, 420, 595]
/** The number of the first object that a test adds. */
export const firstObject = 1000

/** A PDF with one font and these pages, as programs write it. */
export function pdfOf({ pages, objects = [], trailer = '', tree, catalog = '' }: PdfContent): Buffer {
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`).join(' ')
  const all = new Map<number, string | Buffer>([
    [1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`],
    [2, tree ?? `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    ...pages.flatMap(pageObjects),
    ...objects.map((object, at) => [firstObject + at, object] as const),
  ])
  return serialise(all, trailer)
}

function pageObjects(page: PageContent, at: number) {
  const { box = defaultBox, content = '', extraEntries = '', resources = '', fonts = '' } = page
  const id = 10 + 2 * at
  const dictionary = `<</Type/Page/Parent 2 0 R/MediaBox[${box.join(' ')}]/Contents ${id + 1} 0 R${extraEntries}/Resources<</Font<</F 3 0 R${fonts}>>${resources}>>>>`
  return [
    [id, dictionary],
    [id + 1, stream(content)],
  ] as [number, string][]
}

export const stream = (content: string, head = '') =>
  `<<${head}/Length ${content.length}>>\nstream\n${content}\nendstream`

function compressed(content: Buffer, times = 1) {
  let bytes = content
  for (let time = 0; time < times; time++) bytes = deflateSync(bytes, { level: 9 })
  const filters = '/FlateDecode '.repeat(times)
  return stream(bytes.toString('latin1'), `/Filter[${filters}]`)
}

function serialise(objects: Map<number, string | Buffer>, trailer: string) {
  const chunks: Buffer[] = []
  let length = 0
  const append = (text: string | Buffer) => {
    const bytes = Buffer.from(text as string, 'latin1')
    chunks.push(bytes)
    length += bytes.length
  }
  append('%PDF-1.7\n')
  const entries: string[] = []
  for (const [id, object] of objects) {
    entries.push(`${id} 1\n${String(length).padStart(10, '0')} 00000 n \n`)
    append(`${id} 0 obj\n`)
    append(object)
    append('\nendobj\n')
  }
  const table = length
  append(`xref\n0 1\n0000000000 65535 f \n${entries.join('')}`)
  append(`trailer<</Root 1 0 R/Size ${Math.max(...objects.keys()) + 1}${trailer}>>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(chunks)
}

/** Writes a line of text that starts at (x, y). */
export const textOperators = (text: string, { x = 40, y = 300, size = 40 } = {}) =>
  `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`

export const filledRectangle = (rgb: string, x: number, y: number, width: number, height: number) =>
  `${rgb} rg ${x} ${y} ${width} ${height} re f\n`

export const numberedPages = (count: number) =>
  pdfOf({ pages: Array.from({ length: count }, (_, at) => ({ content: textOperators(`Page ${at + 1}`) })) })

/** The same with flat pages, which are fast to render. */
export const flatPages = (count: number) =>
  pdfOf({
    pages: Array.from({ length: count }, (_, at) => ({
      box: [0, 0, 420, 50],
      content: textOperators(`Page ${at + 1}`, { y: 10 }),
    })),
  })

/** Two pages of a zine side by side, with a text on each half. */
export const spreadPage = ([left, right]: [string, string]): PageContent => ({
  box: [0, 0, 840, 50],
  content: `0 g ${textOperators(left, { y: 10 })}${textOperators(right, { x: 460, y: 10 })}`,
})

export const lockedPdf = () =>
  pdfOf({
    pages: [{ content: textOperators('Secret') }],
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>/ID[<00><00>]`,
  })

const drawingPage = (more: string) => ({
  resources: `/XObject<</X ${firstObject} 0 R>>`,
  content: `${more}/X Do`,
})

/** A form (a reusable drawing in a PDF) that draws itself. */
export const selfDrawing = () =>
  pdfOf({
    pages: [drawingPage(''), { content: textOperators('After it') }],
    objects: [
      stream(
        '/X Do /X Do',
        `/Type/XObject/Subtype/Form/BBox[0 0 420 595]/Resources<</XObject<</X ${firstObject} 0 R>>>>`,
      ),
    ],
  })

export const circles = (count: number) => {
  const circle = '10 300 m 10 600 400 600 400 300 c 400 0 10 0 10 300 c b*\n'
  return pdfOf({
    pages: [
      {
        content: `/G gs 0.5 g ${`q ${circle} Q\n`.repeat(count)}`,
        resources: '/ExtGState<</G<</ca 0.1/CA 0.1/BM/Luminosity>>>>',
      },
      { content: textOperators('After them') },
    ],
  })
}

/** Drawing commands that expand to a thousand times their size, compressed `times` times. */
export const bomb = (megabytes: number, times: number) => {
  const content = Buffer.alloc(megabytes * 1024 * 1024, '0 0 m 1 1 l S\n')
  return pdfOf({
    pages: [{ extraEntries: `/Contents ${firstObject} 0 R` }, { content: textOperators('After it') }],
    objects: [compressed(content, times)],
  })
}

export const hugePicture = (side: number) =>
  pdfOf({
    pages: [{ ...drawingPage('420 0 0 595 0 0 cm ') }],
    objects: [
      compressed(Buffer.alloc(side * Math.ceil(side / 8))).replace(
        '<<',
        `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 1`,
      ),
    ],
  })

export const deepNested = (depth: number) =>
  pdfOf({
    pages: [{ extraEntries: `/Annots ${'['.repeat(depth)}${']'.repeat(depth)}`, content: textOperators('Deep') }],
  })

export function deepTree(depth: number) {
  const branches = Array.from(
    { length: depth },
    (_, at) => `<</Type/Pages/Count 1/Kids[${at + 1 < depth ? firstObject + at + 1 : 10} 0 R]/Parent 2 0 R>>`,
  )
  return pdfOf({
    pages: [{ content: textOperators('Leaf') }],
    objects: branches,
    tree: `<</Type/Pages/Count 1/Kids[${firstObject} 0 R]>>`,
  })
}

/** A page of noise, which no picture format can compress. */
export const noisyPicture = () => {
  const side = 512
  const grain = randomBytes(side * side).toString('latin1')
  const head = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`
  return pdfOf({ pages: [drawingPage('420 0 0 595 0 0 cm ')], objects: [stream(grain, head)] })
}

const formXObject = '/Type/XObject/Subtype/Form'

/** A stamp that says "Seen" on blue. */
const seenStamp = stream(
  `${filledRectangle('0 0 1', 0, 0, 100, 20)}1 g ${textOperators('Seen', { x: 3, y: 4, size: 14 })}`,
  `${formXObject}/BBox[0 0 100 20]/Resources<</Font<</F 3 0 R>>>>`,
)

/** A page with annotations in rows from its top. `{stamp}` and `{empty}` are appearances, `{hidden}` is a layer that is off. */
export function annotatedPage(annotations: string[], { catalog = '', box = [0, 0, 420, 595] } = {}) {
  const [stamp, empty, hidden] = [0, 1, 2].map((at) => `${firstObject + annotations.length + at} 0 R`)
  const references = annotations.map((_, at) => `${firstObject + at} 0 R`).join(' ')
  const layers = `/OCProperties<</OCGs[${hidden}]/D<</OFF[${hidden}]>>>>`
  const form = `/AcroForm<</Fields[${references}]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>${catalog}>>`
  return pdfOf({
    pages: [{ box, content: textOperators('Page', { y: 20 }), extraEntries: `/Annots[${references}]` }],
    objects: [
      ...annotations.map((entries, at) => {
        const area = entries.includes('/Rect') ? '' : `/Rect[40 ${550 - 50 * at} 300 ${580 - 50 * at}]`
        const filled = entries.replace('{stamp}', `/AP<</N ${stamp}>>`).replace('{empty}', `/AP<</N ${empty}>>`)
        return `<</Type/Annot${area}${filled.replace('{hidden}', String(hidden))}>>`
      }),
      seenStamp,
      stream('', `${formXObject}/BBox[0 0 260 30]`),
      '<</Type/OCG/Name(Sketch)>>',
    ],
    catalog: form + layers,
  })
}

/** A page of a text in a font that is not part of the PDF, as bytes in hexadecimal, with a plain text below. */
export const pageInFont = (font: string, text: string, objects: string[] = []) =>
  pdfOf({
    pages: [
      {
        fonts: `/G ${firstObject} 0 R`,
        content: `BT /G 40 Tf 40 400 Td <${text}> Tj ET ${textOperators('plain')}`,
      },
    ],
    objects: [font, ...objects],
  })

/** Writes text as most programs write scripts other than Latin: glyphs of a font, and the characters that they mean. */
export function pageInScript(text: string) {
  const hex = (value: number) => value.toString(16).padStart(4, '0')
  const codes = [...text].map((character, at) => [hex(40 + at), hex(character.codePointAt(0) ?? 0)] as const)
  const meanings = codes.map(([code, character]) => `<${code}> <${character}>`).join(' ')
  const descendant = `<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/Arial/Flags 4/FontBBox[-100 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>>>`
  return pageInFont(
    `<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${firstObject + 1} 0 R>>`,
    codes.map(([code]) => code).join(''),
    [
      stream(
        `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ${codes.length} beginbfchar ${meanings} endbfchar endcmap`,
      ),
    ],
  )
}

/** Words on layers that are off: directly, by a rule for two layers, as a drawing, and as recognised text. */
export function layeredPage() {
  const [off, on, both, drawing] = [0, 1, 2, 3].map((at) => `${firstObject + at} 0 R`)
  const layered = (layer: string, text: string, y: number) =>
    `/OC /${layer} BDC ${textOperators(text, { y, size: 20 })} EMC\n`
  return pdfOf({
    pages: [
      {
        resources: `/Properties<</Off ${off}/On ${on}/Both ${both}>>/XObject<</X ${drawing}>>`,
        content: [
          textOperators('Base', { y: 550 }),
          layered('Off', 'Hidden words', 500),
          layered('On', 'Shown', 450),
          layered('Both', 'Hidden by a rule', 400),
          '/X Do',
          `3 Tr ${layered('Off', 'Hidden recognition', 350)} ${textOperators('Recognised', { y: 300 })} 0 Tr`,
          textOperators('End', { y: 20 }),
        ].join('\n'),
      },
    ],
    objects: [
      '<</Type/OCG/Name(Off)>>',
      '<</Type/OCG/Name(On)>>',
      `<</Type/OCMD/OCGs[${off} ${on}]/P/AllOn>>`,
      stream(
        textOperators('Hidden drawing', { y: 250, size: 20 }),
        `${formXObject}/OC ${off}/BBox[0 0 420 595]/Resources<</Font<</F 3 0 R>>>>`,
      ),
    ],
    catalog: `/OCProperties<</OCGs[${off} ${on}]/D<</OFF[${off}]>>>>`,
  })
}
