const basic = `${charactersBetween(0x20, 0x7e)}\u00a0©·×–—‘’“”…`
const latin = [charactersBetween(0xa0, 0xff), charactersBetween(0x2010, 0x2027), 'ıŒœʻʼˆ˚˜\u2009‹›⁄€™↑↓−∕'].join('')

export const subsets = {
  basic,
  rest: [...latin].filter((character) => !basic.includes(character)).join(''),
}

function charactersBetween(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

export function unicodeRange(characters: string) {
  const points = [...new Set([...characters].map((character) => character.codePointAt(0) ?? 0))]
  const ranges: [first: number, last: number][] = []
  for (const point of points.sort((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else ranges.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
  return ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')
}
