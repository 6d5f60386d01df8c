import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { subsets, unicodeRange } from './font-subsets.ts'

/** Splits both fonts by frequent characters. After a font update: node web/ui/styles/fonts/make-font-subsets.ts */
const fonts: {
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

for (const { name, from, variationAxes } of fonts)
  for (const [subset, characters] of Object.entries(subsets)) {
    const source = readFileSync(new URL(import.meta.resolve(from)))
    // A variable, because the package's types lack `keepFeatures`.
    const options = { targetFormat: 'woff2', variationAxes, keepFeatures } as const
    const subsetFile = await subsetFont(source, characters, options)
    writeFileSync(new URL(`${name}-${subset}.woff2`, import.meta.url), subsetFile)
    console.info(`${name}, ${subset}: ${subsetFile.length} bytes, ${unicodeRange(characters)}`)
  }
