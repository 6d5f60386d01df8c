import ranges from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' }

const urls = import.meta.glob<string>(
  '/node_modules/@fontsource-variable/noto-sans-jp/files/noto-sans-jp-*-wght-normal.woff2',
  { query: '?url&no-inline', import: 'default', eager: true },
)

/** 120 slices of the Japanese font. `latin` and similar subsets are left to the type style. */
export const japaneseFiles = Object.entries(ranges)
  .filter(([name]) => name.startsWith('['))
  .map(([name, range]) => ({ url: urlOf(name.slice(1, -1)), range }))

function urlOf(slice: string) {
  const url = urls[`/node_modules/@fontsource-variable/noto-sans-jp/files/noto-sans-jp-${slice}-wght-normal.woff2`]
  if (!url) throw new Error(`The Japanese font has no slice ${slice}`)
  return url
}
