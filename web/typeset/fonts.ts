import literataCyrillicExt from '@fontsource-variable/literata/files/literata-cyrillic-ext-wght-normal.woff2?url&no-inline'
import literataCyrillic from '@fontsource-variable/literata/files/literata-cyrillic-wght-normal.woff2?url&no-inline'
import literataGreek from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2?url&no-inline'
import literataLatinExt from '@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2?url&no-inline'
import literataLatin from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url&no-inline'
import literataVietnamese from '@fontsource-variable/literata/files/literata-vietnamese-wght-normal.woff2?url&no-inline'
import notoGreekExt from '@fontsource-variable/noto-sans/files/noto-sans-greek-ext-wght-normal.woff2?url&no-inline'
import notoGreek from '@fontsource-variable/noto-sans/files/noto-sans-greek-wght-normal.woff2?url&no-inline'
import ranges from '@fontsource-variable/noto-sans/unicode.json' with { type: 'json' }
import onestCyrillicExt from '@fontsource-variable/onest/files/onest-cyrillic-ext-wght-normal.woff2?url&no-inline'
import onestCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url&no-inline'
import onestLatinExt from '@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2?url&no-inline'
import onestLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url&no-inline'
import onestVietnamese from '@fontsource-variable/onest/files/onest-vietnamese-wght-normal.woff2?url&no-inline'
import vazirmatn from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url&no-inline'
import courier from '@fontsource/courier-prime/files/courier-prime-latin-400-normal.woff2?url&no-inline'
import courierBold from '@fontsource/courier-prime/files/courier-prime-latin-700-normal.woff2?url&no-inline'
import courierExt from '@fontsource/courier-prime/files/courier-prime-latin-ext-400-normal.woff2?url&no-inline'
import courierExtBold from '@fontsource/courier-prime/files/courier-prime-latin-ext-700-normal.woff2?url&no-inline'
import patrick from '@fontsource/patrick-hand/files/patrick-hand-latin-400-normal.woff2?url&no-inline'
import patrickExt from '@fontsource/patrick-hand/files/patrick-hand-latin-ext-400-normal.woff2?url&no-inline'
import patrickVietnamese from '@fontsource/patrick-hand/files/patrick-hand-vietnamese-400-normal.woff2?url&no-inline'
import marker from '@fontsource/permanent-marker/files/permanent-marker-latin-400-normal.woff2?url&no-inline'
import pixelCyrillic from '@fontsource/pixelify-sans/files/pixelify-sans-cyrillic-400-normal.woff2?url&no-inline'
import pixelCyrillicBold from '@fontsource/pixelify-sans/files/pixelify-sans-cyrillic-700-normal.woff2?url&no-inline'
import pixel from '@fontsource/pixelify-sans/files/pixelify-sans-latin-400-normal.woff2?url&no-inline'
import pixelBold from '@fontsource/pixelify-sans/files/pixelify-sans-latin-700-normal.woff2?url&no-inline'
import pixelExt from '@fontsource/pixelify-sans/files/pixelify-sans-latin-ext-400-normal.woff2?url&no-inline'
import pixelExtBold from '@fontsource/pixelify-sans/files/pixelify-sans-latin-ext-700-normal.woff2?url&no-inline'
import stencilExt from '@fontsource/saira-stencil-one/files/saira-stencil-one-latin-ext-400-normal.woff2?url&no-inline'
import stencil from '@fontsource/saira-stencil-one/files/saira-stencil-one-latin-400-normal.woff2?url&no-inline'
import stencilVietnamese from '@fontsource/saira-stencil-one/files/saira-stencil-one-vietnamese-400-normal.woff2?url&no-inline'
import eliteExt from '@fontsource/special-elite/files/special-elite-latin-ext-400-normal.woff2?url&no-inline'
import elite from '@fontsource/special-elite/files/special-elite-latin-400-normal.woff2?url&no-inline'
import atkinsonExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url&no-inline'
import bricolageExt from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-standard-normal.woff2?url&no-inline'
import bricolageVietnamese from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-vietnamese-standard-normal.woff2?url&no-inline'
import atkinsonBasic from '#web/ui/styles/fonts/atkinson-basic.woff2?url&no-inline'
import atkinsonRest from '#web/ui/styles/fonts/atkinson-rest.woff2?url&no-inline'
import bricolageBasic from '#web/ui/styles/fonts/bricolage-basic.woff2?url&no-inline'
import bricolageRest from '#web/ui/styles/fonts/bricolage-rest.woff2?url&no-inline'
import { subsets, unicodeRange } from '#web/ui/styles/fonts/font-subsets.ts'

/** `weight` and `stretch` are descriptors of the font face. A file is loaded if the text has a character of its range. */
type FontFile = { url: string; range: string; weight?: string; stretch?: string }

const { latin, vietnamese, cyrillic, greek } = ranges
const latinExt = ranges['latin-ext']
const cyrillicExt = ranges['cyrillic-ext']
const greekExt = ranges['greek-ext']
const arabic = 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+FB50-FDFF,U+FE70-FEFC'
const basic = unicodeRange(subsets.basic)
const rest = unicodeRange(subsets.rest)
const anyWeight = '100 900'

const files: Record<string, FontFile[]> = {
  poster: [
    { url: bricolageBasic, range: basic, weight: '800', stretch: '75% 100%' },
    { url: bricolageRest, range: rest, weight: '800', stretch: '75% 100%' },
    { url: bricolageExt, range: latinExt, weight: '800', stretch: '75% 100%' },
    { url: bricolageVietnamese, range: vietnamese, weight: '800', stretch: '75% 100%' },
  ],
  plain: [
    { url: atkinsonBasic, range: basic, weight: '400 700' },
    { url: atkinsonRest, range: rest, weight: '400 700' },
    { url: atkinsonExt, range: latinExt, weight: '400 700' },
  ],
  courier: [
    { url: courier, range: latin },
    { url: courierExt, range: latinExt },
    { url: courierBold, range: latin, weight: '700' },
    { url: courierExtBold, range: latinExt, weight: '700' },
  ],
  typewriter: [
    { url: elite, range: latin },
    { url: eliteExt, range: latinExt },
  ],
  stencil: [
    { url: stencil, range: latin },
    { url: stencilExt, range: latinExt },
    { url: stencilVietnamese, range: vietnamese },
  ],
  marker: [{ url: marker, range: latin }],
  handwriting: [
    { url: patrick, range: latin },
    { url: patrickExt, range: latinExt },
    { url: patrickVietnamese, range: vietnamese },
  ],
  pixel: [
    { url: pixel, range: latin },
    { url: pixelExt, range: latinExt },
    { url: pixelCyrillic, range: cyrillic },
    { url: pixelBold, range: latin, weight: '700' },
    { url: pixelExtBold, range: latinExt, weight: '700' },
    { url: pixelCyrillicBold, range: cyrillic, weight: '700' },
  ],
  book: [
    { url: literataLatin, range: latin, weight: anyWeight },
    { url: literataLatinExt, range: latinExt, weight: anyWeight },
    { url: literataVietnamese, range: vietnamese, weight: anyWeight },
    { url: literataGreek, range: greek, weight: anyWeight },
    { url: literataCyrillic, range: cyrillic, weight: anyWeight },
    { url: literataCyrillicExt, range: cyrillicExt, weight: anyWeight },
  ],
  onest: [
    { url: onestLatin, range: latin, weight: anyWeight },
    { url: onestLatinExt, range: latinExt, weight: anyWeight },
    { url: onestVietnamese, range: vietnamese, weight: anyWeight },
  ],
  scripts: [
    { url: onestCyrillic, range: cyrillic, weight: anyWeight },
    { url: onestCyrillicExt, range: cyrillicExt, weight: anyWeight },
    { url: notoGreek, range: greek, weight: anyWeight },
    { url: notoGreekExt, range: greekExt, weight: anyWeight },
    { url: vazirmatn, range: arabic, weight: anyWeight },
  ],
}

/** Characters that typography adds to a text. */
const added = '“”‘’„«»‹›「」-‐'
const japanese = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff00-\uffef]/u

/** Loads the files of the families that the text needs. Returns whether one of them is new. */
export async function loadFonts(families: string[], text: string): Promise<boolean> {
  const needed = families.flatMap((family) => (files[family] ?? []).map((file) => ({ family, ...file })))
  if (japanese.test(text)) {
    const { japaneseFiles } = await import('./japanese-fonts.ts')
    needed.push(...japaneseFiles.map((file) => ({ family: 'japanese', weight: anyWeight, ...file })))
  }
  const loads = needed.filter(({ range }) => hasCharacterOf(range, text + added)).map(loadFile)
  return (await Promise.all(loads)).some(Boolean)
}

const loaded = new Map<string, Promise<unknown>>()

async function loadFile({ family, url, range, weight = '400', stretch = 'normal' }: FontFile & { family: string }) {
  const earlier = loaded.get(url)
  if (earlier) return void (await earlier)
  const face = new FontFace(fontFamily(family), `url(${url})`, { unicodeRange: range, weight, stretch })
  const load = face.load()
  loaded.set(url, load)
  try {
    fontSet().add(await load)
    return true
  } catch (error) {
    loaded.delete(url)
    throw error
  }
}

/** Also in a worker. */
const fontSet = () => (typeof document === 'undefined' ? (self as unknown as { fonts: FontFaceSet }).fonts : document.fonts)

/** Differs from the names in the site's styles, whose files cover other characters. */
export const fontFamily = (name: string) => `Typeset ${name}`

/** False if the family lacks accented letters of the text. Another font would draw them in the middle of words. */
export const hasAccents = (family: string, text: string) =>
  (!/[\u0100-\u024f]/.test(text) || hasFile(family, latinExt)) &&
  (!/[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/.test(text) || hasFile(family, vietnamese))

const hasFile = (family: string, range: string) => files[family]?.some((file) => file.range === range)

const patterns = new Map<string, RegExp>()

function hasCharacterOf(range: string, text: string) {
  let pattern = patterns.get(range)
  if (!pattern) {
    const characters = range.replaceAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?,?\s*/gi, (_, first, last) =>
      last ? `\\u{${first}}-\\u{${last}}` : `\\u{${first}}`,
    )
    pattern = new RegExp(`[${characters}]`, 'u')
    patterns.set(range, pattern)
  }
  return pattern.test(text)
}
