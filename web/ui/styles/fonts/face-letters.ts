const basic = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”…`
const latin = [between(0xa0, 0xff), between(0x2010, 0x2027), 'ıŒœʻʼˆ˚˜\u2009‹›⁄€™↑↓−∕'].join('')

export const pieces = {
  basic,
  rest: [...latin].filter((letter) => !basic.includes(letter)).join(''),
}

function between(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

export function unicodeRange(letters: string) {
  const points = [...new Set([...letters].map((letter) => letter.codePointAt(0) ?? 0))]
  const found: [first: number, last: number][] = []
  for (const point of points.sort((one, other) => one - other)) {
    const range = found.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else found.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
  return found.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')
}
