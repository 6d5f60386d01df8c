import ranges from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' }
import { fontSlices } from './font-slices.ts'

const urls = import.meta.glob<string>(
  '/node_modules/@fontsource-variable/noto-sans-jp/files/noto-sans-jp-*-wght-normal.woff2',
  { query: '?url&no-inline', import: 'default', eager: true },
)

/** 120 slices, without those of Latin letters. */
export const japaneseFiles = fontSlices('japanese', ranges, urls)
