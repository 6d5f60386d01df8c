/** Riso inks by the letter the library uses for them: name for people, colour for the press. */
export const INKS = {
  k: { name: 'black', colour: '#211d1c' },
  b: { name: 'blue', colour: '#0078bf' },
  p: { name: 'fluorescent pink', colour: '#ff48b0' },
  y: { name: 'sunflower', colour: '#ffb511' },
  g: { name: 'green', colour: '#00a95c' },
  r: { name: 'bright red', colour: '#f1503f' },
  t: { name: 'teal', colour: '#00838a' },
  v: { name: 'violet', colour: '#765ba7' },
} as const

export type Ink = keyof typeof INKS

export const PAPERS = {
  cream: '#f6eedb',
  white: '#faf7f0',
  pink: '#fbd9da',
  yellow: '#fbe7a1',
  mint: '#d8ebdc',
} as const

export type Paper = keyof typeof PAPERS

/** White inside a separation means that no ink is laid there. */
export const NO_INK = '#fff'

/** Colours of the two plates. */
export type InkPair = { spot: string; key: string }

const DARKEST_FIRST = 'kvbtgrpy'

/** The darker of a zine's two inks is the key and carries the words; the lighter is the spot colour. */
export function separate(inks: readonly Ink[]): InkPair {
  const [spot, key] = [...inks].sort((a, b) => DARKEST_FIRST.indexOf(b) - DARKEST_FIRST.indexOf(a))
  if (!spot || !key) throw new RangeError('a zine is printed in two inks')
  return { spot: INKS[spot].colour, key: INKS[key].colour }
}
