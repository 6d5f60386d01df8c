import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

/**
 * Cuts the two faces that every page is set in to the weights and the width that are used, and in two by their letters:
 * what nearly every page needs comes first and is a third of the whole, accents and rare signs come where a page has some
 * (`unicode-range` in fonts.css). Run again after an update of either: node web/ui/styles/fonts/make-faces.ts
 */
const faces: {
  name: string
  from: string
  variationAxes: Record<string, number | { min: number; max: number }>
}[] = [
  {
    name: 'bricolage',
    from: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    // Headlines have one weight and one width, and all optical sizes.
    variationAxes: { wght: 800, wdth: 88 },
  },
  {
    name: 'atkinson',
    from: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
]
/** What joins, places and spaces letters without being asked for. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn']

const basic = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”…`
const latin = [between(0xa0, 0xff), between(0x2010, 0x2027), 'ıŒœʻʼˆ˚˜‹›€™↑↓−∕'].join('')
const pieces = { basic, rest: [...latin].filter((letter) => !basic.includes(letter)).join('') }

for (const { name, from, variationAxes } of faces)
  for (const [piece, letters] of Object.entries(pieces)) {
    const whole = readFileSync(new URL(import.meta.resolve(from)))
    // A name of its own, since the package's types do not know `keepFeatures` yet.
    const how = { targetFormat: 'woff2', variationAxes, keepFeatures } as const
    const face = await subsetFont(whole, letters, how)
    writeFileSync(new URL(`${name}-${piece}.woff2`, import.meta.url), face)
    console.info(`${name}, ${piece}: ${face.length} bytes, ${ranges(letters)}`)
  }

function between(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

/** As `unicode-range` has them. */
function ranges(letters: string) {
  const points = [...new Set([...letters].map((letter) => letter.codePointAt(0) ?? 0))].sort(
    (one, other) => one - other,
  )
  const found: [first: number, last: number][] = []
  for (const point of points) {
    const range = found.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else found.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
  return found.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')
}
