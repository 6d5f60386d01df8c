import ranges from '@fontsource-variable/noto-sans/unicode.json' with { type: 'json' }
import { subsets, unicodeRange } from '#web/ui/styles/fonts/font-subsets.ts'
import type { FontFile } from './load-font-files.ts'

type StyleFile = Omit<FontFile, 'family'>

const packageUrls = import.meta.glob<string>(
  [
    '/node_modules/@fontsource/{courier-prime,special-elite,saira-stencil-one,permanent-marker,patrick-hand,pixelify-sans}/files/*-{latin,latin-ext,vietnamese,cyrillic}-{400,700}-normal.woff2',
    '/node_modules/@fontsource-variable/{literata,onest,noto-sans,vazirmatn,atkinson-hyperlegible-next}/files/*-{latin,latin-ext,vietnamese,cyrillic,cyrillic-ext,greek,greek-ext,arabic}-wght-normal.woff2',
    '/node_modules/@fontsource-variable/bricolage-grotesque/files/*-{latin-ext,vietnamese}-standard-normal.woff2',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
)
/** This pattern is apart, because Vite leaves out packages if a pattern is of the site. */
const siteUrls = import.meta.glob<string>('/web/ui/styles/fonts/*.woff2', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const urlsByName = new Map(
  Object.entries({ ...packageUrls, ...siteUrls }).map(([path, url]) => [path.replace(/^.*\/|\.woff2$/g, ''), url]),
)

function file(name: string, range: string, weight: string): StyleFile {
  const url = urlsByName.get(name)
  if (!url) throw new Error(`There is no font file ${name}`)
  return { url, range, weight }
}

type Subset = Exclude<keyof typeof ranges, 'devanagari'>
const anyWeight = '100 900'
const latin: Subset[] = ['latin', 'latin-ext']

/** `drawn` is the weight of letters that are heavier than their file says. */
const fixed = (name: string, subsetNames: Subset[], weight = '400', drawn = weight) =>
  subsetNames.map((subset) => file(`${name}-${subset}-${weight}-normal`, ranges[subset], drawn))

const variable = (name: string, subsetNames: Subset[], weight = anyWeight, axes = 'wght') =>
  subsetNames.map((subset) => file(`${name}-${subset}-${axes}-normal`, ranges[subset], weight))

const siteFont = (name: string, weight: string) => [
  file(`${name}-basic`, unicodeRange(subsets.basic), weight),
  file(`${name}-rest`, unicodeRange(subsets.rest), weight),
]

const files: Record<string, StyleFile[]> = {
  poster: [
    ...siteFont('bricolage', '800'),
    ...variable('bricolage-grotesque', ['latin-ext', 'vietnamese'], '800', 'standard'),
  ].map((font) => ({ ...font, stretch: '75% 100%' })),
  plain: [...siteFont('atkinson', '400 700'), ...variable('atkinson-hyperlegible-next', ['latin-ext'], '400 700')],
  courier: [...fixed('courier-prime', latin), ...fixed('courier-prime', latin, '700')],
  typewriter: fixed('special-elite', latin),
  stencil: fixed('saira-stencil-one', [...latin, 'vietnamese'], '400', '800'),
  marker: fixed('permanent-marker', ['latin'], '400', '800'),
  handwriting: fixed('patrick-hand', [...latin, 'vietnamese']),
  pixel: [...fixed('pixelify-sans', [...latin, 'cyrillic']), ...fixed('pixelify-sans', [...latin, 'cyrillic'], '700')],
  book: variable('literata', [...latin, 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext']),
  onest: variable('onest', [...latin, 'vietnamese']),
  /** The fonts of scripts that a family lacks. */
  scripts: [
    ...variable('onest', ['cyrillic', 'cyrillic-ext']),
    ...variable('noto-sans', ['greek', 'greek-ext']),
    file('vazirmatn-arabic-wght-normal', 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+FB50-FDFF,U+FE70-FEFC', anyWeight),
  ],
}

/** Characters that typography adds to a text. */
const added = '“”‘’„«»‹›「」-‐•·'
const japanese = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff00-\uffef]/u
/** The other pictographs, such as ©, are in most fonts. */
const emoji = /\p{RGI_Emoji}|[\p{Extended_Pictographic}--[\0-\u21ff]]/gv

/** The files of the families that the text needs. */
export async function fontFilesFor(families: string[], text: string): Promise<FontFile[]> {
  const possible = families.flatMap((family) => (files[family] ?? []).map((file) => ({ family, ...file })))
  const needed = possible.filter(({ range }) => rangePattern(range).test(text + added))
  const [ofJapanese, ofEmoji] = await Promise.all([japaneseFilesFor(text), emojiFilesFor(text.match(emoji))])
  return [...needed, ...ofJapanese, ...ofEmoji]
}

async function japaneseFilesFor(text: string) {
  if (!japanese.test(text)) return []
  const { japaneseFiles } = await import('./japanese-fonts.ts')
  return japaneseFiles.filter(({ range }) => rangePattern(range).test(text))
}

async function emojiFilesFor(emojiOfText: readonly string[] | null) {
  if (!emojiOfText) return []
  const { emojiFiles } = await import('./emoji-fonts.ts')
  return new Set(emojiOfText.flatMap((one) => emojiFiles.findLast((file) => hasAll(file, one)) ?? []))
}

const hasAll = ({ range }: FontFile, text: string) =>
  Array.from(text).every((character) => rangePattern(range).test(character))

/**
 * False if another font would draw accented letters in the middle of words, or most letters, without the punctuation that
 * scripts share.
 */
export const hasLetters = (family: string, text: string) =>
  (!/[\u0100-\u024f]/.test(text) || hasFile(family, ranges['latin-ext'])) &&
  (!/[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/.test(text) || hasFile(family, ranges.vietnamese)) &&
  hasScript(family, text)

const latinLetters = /\p{Script=Latin}/gu
/** Japanese has punctuation of its own. */
const otherLetters = /[\p{L}--[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]/gv

function hasScript(family: string, text: string) {
  const [first, ...others] = text.match(otherLetters) ?? []
  if (!first || others.length < (text.match(latinLetters)?.length ?? 0)) return true
  return files[family]?.some(({ range }) => rangePattern(range).test(first))
}

const hasFile = (family: string, range: string) => files[family]?.some((file) => file.range === range)

const patterns = new Map<string, RegExp>()

function rangePattern(range: string) {
  let pattern = patterns.get(range)
  if (!pattern) {
    const characters = range.replaceAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?,?\s*/gi, (_, first, last) =>
      last ? `\\u{${first}}-\\u{${last}}` : `\\u{${first}}`,
    )
    pattern = new RegExp(`[${characters}]`, 'u')
    patterns.set(range, pattern)
  }
  return pattern
}
