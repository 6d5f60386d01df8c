/**
 * A page whose colours encode its number. The upper three quarters contain the number. The strip below is dark on the left
 * and light on the right, which shows whether the page is upside down.
 */
const levels = [30, 100, 170, 240]
export const numberedSize = { width: 24, height: 32 }
const strip = 24
const dark = 45
const light = 210

const colourOf = (number: number) => [0, 1, 2].map((digit) => levels[Math.floor((number - 1) / 4 ** digit) % 4] ?? 0)

/** The page's pixels, three bytes each. */
export function numberedPixels(number: number, { width, height } = numberedSize) {
  const scale = width / numberedSize.width
  const colour = colourOf(number)
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set(y < strip * scale ? colour : Array(3).fill(x < width / 2 ? dark : light), (y * width + x) * 3)
  return pixels
}

/** Reads the number from part of a picture, and whether it is upside down. `page` is null where the picture is white. */
export function readNumber(at: (x: number, y: number) => number[]) {
  const isCloseTo = (colour: number[], level: number) => colour.every((part) => Math.abs(part - level) < 25)
  const isWhite = (colour: number[]) => colour.every((part) => part > 250)
  const [low, high] = [0.86, 0.14]
  if (isWhite(at(0.5, 0.4)) && isWhite(at(0.5, 0.6))) return { page: null, isRotated: false }
  const isUpright = isCloseTo(at(0.25, low), dark) && isCloseTo(at(0.75, low), light)
  const isRotated = isCloseTo(at(0.75, high), dark) && isCloseTo(at(0.25, high), light)
  if (isUpright === isRotated) throw new Error('This page is cut, bent or mirrored')
  const colour = at(0.5, isRotated ? 0.6 : 0.4)
  const digits = colour.map((part) => levels.findIndex((level) => Math.abs(level - part) < 35))
  if (digits.includes(-1)) throw new Error(`No page has the colour ${colour}`)
  return { page: digits.reduce((total, digit, index) => total + digit * 4 ** index, 1), isRotated }
}
