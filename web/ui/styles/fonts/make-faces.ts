import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { pieces, unicodeRange } from './face-letters.ts'

/** Splits both fonts by frequent characters. After a font update: node web/ui/styles/fonts/make-faces.ts */
const faces: {
  name: string
  from: string
  variationAxes: Record<string, number | { min: number; max: number }>
}[] = [
  {
    name: 'bricolage',
    from: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    // Headlines use one weight and one width, but all optical sizes.
    variationAxes: { wght: 800, wdth: 88 },
  },
  {
    name: 'atkinson',
    from: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
]
/** OpenType features that browsers apply by default. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn']

for (const { name, from, variationAxes } of faces)
  for (const [piece, letters] of Object.entries(pieces)) {
    const whole = readFileSync(new URL(import.meta.resolve(from)))
    // A variable, because the package's types lack `keepFeatures`.
    const how = { targetFormat: 'woff2', variationAxes, keepFeatures } as const
    const face = await subsetFont(whole, letters, how)
    writeFileSync(new URL(`${name}-${piece}.woff2`, import.meta.url), face)
    console.info(`${name}, ${piece}: ${face.length} bytes, ${unicodeRange(letters)}`)
  }
