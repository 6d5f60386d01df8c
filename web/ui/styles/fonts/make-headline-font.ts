import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

/**
 * Makes bricolage-headline.woff2, less than half of what it is made from: the Latin letters of Bricolage Grotesque
 * in the weights and the one width that headlines use, with all its optical sizes. Run again after an update:
 * node web/ui/styles/fonts/make-headline-font.ts
 */
const whole = new URL(
  import.meta.resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
  ),
)
const letters = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2027],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
]
const text = letters.flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
)
const headline = await subsetFont(readFileSync(whole), text.join(''), {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 700, max: 800 }, wdth: 88 },
})
writeFileSync(new URL('bricolage-headline.woff2', import.meta.url), headline)
console.info(`${headline.length} bytes`)
