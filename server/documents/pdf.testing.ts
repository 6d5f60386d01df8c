import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A page of a handmade PDF. `extraEntries` are added to its dictionary verbatim. */
export type PageContent = { box?: number[]; content?: string; extraEntries?: string; resources?: string }
type PdfContent = { pages: PageContent[]; objects?: string[]; trailer?: string; tree?: string }

const defaultBox = [0, 0, 420, 595]
/** The number of the first object that a test adds. */
export const firstObject = 1000

/** A PDF with one font and these pages, as programs write it. */
export function pdfOf({ pages, objects = [], trailer = '', tree }: PdfContent): Buffer {
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`).join(' ')
  const all = new Map<number, string | Buffer>([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, tree ?? `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    ...pages.flatMap(pageObjects),
    ...objects.map((object, at) => [firstObject + at, object] as const),
  ])
  return serialise(all, trailer)
}

function pageObjects({ box = defaultBox, content = '', extraEntries = '', resources = '' }: PageContent, at: number) {
  const id = 10 + 2 * at
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[${box.join(' ')}]/Contents ${id + 1} 0 R${extraEntries}/Resources<</Font<</F 3 0 R>>${resources}>>>>`
  return [
    [id, page],
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
      ...{ box: [0, 0, 420, 50], content: textOperators(`Page ${at + 1}`, { y: 10 }) },
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
