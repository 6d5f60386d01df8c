import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A page of a handmade PDF. `more` is added to its dictionary verbatim. */
export type MadePage = { box?: number[]; content?: string; more?: string; resources?: string }
type Extra = { pages: MadePage[]; objects?: string[]; trailer?: string; tree?: string }

const letter = [0, 0, 420, 595]
/** The number of the first object that a test adds. */
export const firstObject = 1000

/** A PDF with one font and these pages, as programs write it. */
export function pdfOf({ pages, objects = [], trailer = '', tree }: Extra): Buffer {
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`).join(' ')
  const all = new Map<number, string | Buffer>([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, tree ?? `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    ...pages.flatMap(pageObjects),
    ...objects.map((object, at) => [firstObject + at, object] as const),
  ])
  return written(all, trailer)
}

function pageObjects({ box = letter, content = '', more = '', resources = '' }: MadePage, at: number) {
  const id = 10 + 2 * at
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[${box.join(' ')}]/Contents ${id + 1} 0 R${more}/Resources<</Font<</F 3 0 R>>${resources}>>>>`
  return [
    [id, page],
    [id + 1, stream(content)],
  ] as [number, string][]
}

export const stream = (content: string, head = '') =>
  `<<${head}/Length ${content.length}>>\nstream\n${content}\nendstream`

function packed(content: Buffer, times = 1) {
  let bytes = content
  for (let time = 0; time < times; time++) bytes = deflateSync(bytes, { level: 9 })
  const filters = '/FlateDecode '.repeat(times)
  return stream(bytes.toString('latin1'), `/Filter[${filters}]`)
}

function written(objects: Map<number, string | Buffer>, trailer: string) {
  const parts: Buffer[] = []
  let length = 0
  const put = (text: string | Buffer) => {
    const bytes = Buffer.from(text as string, 'latin1')
    parts.push(bytes)
    length += bytes.length
  }
  put('%PDF-1.7\n')
  const entries: string[] = []
  for (const [id, object] of objects) {
    entries.push(`${id} 1\n${String(length).padStart(10, '0')} 00000 n \n`)
    put(`${id} 0 obj\n`)
    put(object)
    put('\nendobj\n')
  }
  const table = length
  put(`xref\n0 1\n0000000000 65535 f \n${entries.join('')}`)
  put(
    `trailer<</Root 1 0 R/Size ${Math.max(...objects.keys()) + 1}${trailer}>>\nstartxref\n${table}\n%%EOF\n`,
  )
  return Buffer.concat(parts)
}

/** Writes a line of text that starts at (x, y). */
export const words = (text: string, { x = 40, y = 300, size = 40 } = {}) =>
  `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`

export const filled = (rgb: string, x: number, y: number, width: number, height: number) =>
  `${rgb} rg ${x} ${y} ${width} ${height} re f\n`

export const numbered = (count: number) =>
  pdfOf({ pages: Array.from({ length: count }, (_, at) => ({ content: words(`Page ${at + 1}`) })) })

/** The same with flat pages, which are fast to render. */
export const flat = (count: number) =>
  pdfOf({
    pages: Array.from({ length: count }, (_, at) => ({
      ...{ box: [0, 0, 420, 50], content: words(`Page ${at + 1}`, { y: 10 }) },
    })),
  })

/** Two pages of a zine side by side, with a text on each half. */
export const spreadPage = ([left, right]: [string, string]): MadePage => ({
  box: [0, 0, 840, 50],
  content: `0 g ${words(left, { y: 10 })}${words(right, { x: 460, y: 10 })}`,
})

export const lockedPdf = () =>
  pdfOf({
    pages: [{ content: words('Secret') }],
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>/ID[<00><00>]`,
  })

const draws = (more: string) => ({ resources: `/XObject<</X ${firstObject} 0 R>>`, content: `${more}/X Do` })

/** A form (a reusable drawing in a PDF) that draws itself. */
export const selfDrawing = () =>
  pdfOf({
    pages: [draws(''), { content: words('After it') }],
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
      { content: words('After them') },
    ],
  })
}

/** Drawing commands that expand to a thousand times their size, compressed `times` times. */
export const bomb = (megabytes: number, times: number) => {
  const content = Buffer.alloc(megabytes * 1024 * 1024, '0 0 m 1 1 l S\n')
  return pdfOf({
    pages: [{ more: `/Contents ${firstObject} 0 R` }, { content: words('After it') }],
    objects: [packed(content, times)],
  })
}

export const hugePicture = (side: number) =>
  pdfOf({
    pages: [{ ...draws('420 0 0 595 0 0 cm ') }],
    objects: [
      packed(Buffer.alloc(side * Math.ceil(side / 8))).replace(
        '<<',
        `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 1`,
      ),
    ],
  })

export const deepNested = (depth: number) =>
  pdfOf({ pages: [{ more: `/Annots ${'['.repeat(depth)}${']'.repeat(depth)}`, content: words('Deep') }] })

export function deepTree(depth: number) {
  const branches = Array.from(
    { length: depth },
    (_, at) => `<</Type/Pages/Count 1/Kids[${at + 1 < depth ? firstObject + at + 1 : 10} 0 R]/Parent 2 0 R>>`,
  )
  return pdfOf({
    pages: [{ content: words('Leaf') }],
    objects: branches,
    tree: `<</Type/Pages/Count 1/Kids[${firstObject} 0 R]>>`,
  })
}

/** A page of noise, which no picture format can compress. */
export const noisy = () => {
  const side = 512
  const grain = randomBytes(side * side).toString('latin1')
  const head = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`
  return pdfOf({ pages: [draws('420 0 0 595 0 0 cm ')], objects: [stream(grain, head)] })
}
