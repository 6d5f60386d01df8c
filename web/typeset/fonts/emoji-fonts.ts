import ranges from '@fontsource-variable/noto-emoji/unicode.json' with { type: 'json' }
import { fontSlices } from './font-slices.ts'

const urls = import.meta.glob<string>(
  '/node_modules/@fontsource-variable/noto-emoji/files/noto-emoji-*-wght-normal.woff2',
  { query: '?url&no-inline', import: 'default', eager: true },
)

/** Emoji of one colour, which are printed in the ink. An emoji of several characters is complete in one of the slices. */
export const emojiFiles = fontSlices('emoji', ranges, urls)
