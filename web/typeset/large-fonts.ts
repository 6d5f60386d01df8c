import emojiRanges from '@fontsource-variable/noto-emoji/unicode.json' with { type: 'json' }
import japaneseRanges from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' }
import type { FontFile } from './load-font-files.ts'

const urls = import.meta.glob<string>(
  '/node_modules/@fontsource-variable/{noto-sans-jp/files/noto-sans-jp,noto-emoji/files/noto-emoji}-*-wght-normal.woff2',
  { query: '?url&no-inline', import: 'default', eager: true },
)

/** 120 slices of the Japanese font, without those of Latin letters. */
export const japaneseFiles = slicesOf('noto-sans-jp', 'japanese', japaneseRanges)

/** Emoji of one colour, which are printed in the ink. An emoji of several characters is complete in one of the slices. */
export const emojiFiles = slicesOf('noto-emoji', 'emoji', emojiRanges)

function slicesOf(name: string, family: string, ranges: Record<string, string>): FontFile[] {
  return Object.entries(ranges)
    .filter(([key]) => key.startsWith('['))
    .map(([key, range]) => ({ family, url: urlOf(name, key.slice(1, -1)), range, weight: '100 900' }))
}

function urlOf(name: string, slice: string) {
  const url = urls[`/node_modules/@fontsource-variable/${name}/files/${name}-${slice}-wght-normal.woff2`]
  if (!url) throw new Error(`The font ${name} has no slice ${slice}`)
  return url
}
