export type Random = () => number

/** 32-bit FNV-1a over the code points of a text. */
export function hashText(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/** Mulberry32: the same seed gives the same numbers in 0…1 on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The entry at `index`, counted round and round. */
export function cycle<T>(list: readonly T[], index: number): T {
  const entry = list[index % list.length]
  if (entry === undefined) throw new RangeError('nothing to cycle through')
  return entry
}
