type Tint = { id: string; ink: string; pitch: number; dot: number; angle: number; onBarePaper?: boolean }

/** SVG patterns behind the names in TINTS. */
export function tintPatterns(spot: string, key: string): string {
  const tints: Tint[] = [
    { id: 's0', ink: spot, pitch: 9, dot: 2, angle: 75, onBarePaper: true },
    { id: 's1', ink: spot, pitch: 9, dot: 3.2, angle: 75, onBarePaper: true },
    { id: 's2', ink: spot, pitch: 8, dot: 3, angle: 75, onBarePaper: true },
    { id: 's2b', ink: spot, pitch: 8, dot: 3, angle: 75 },
    { id: 'k0', ink: key, pitch: 9, dot: 1.7, angle: 45 },
    { id: 'k1', ink: key, pitch: 9, dot: 2.5, angle: 45 },
    { id: 'k2', ink: key, pitch: 6, dot: 2.1, angle: 45 },
  ]
  return tints.map(tintPattern).join('')
}

function tintPattern({ id, ink, pitch, dot, angle, onBarePaper }: Tint): string {
  const size = `width="${pitch}" height="${pitch}"`
  const bare = onBarePaper ? `<rect ${size} fill="#fff"/>` : ''
  const circle = `<circle cx="${pitch / 2}" cy="${pitch / 2}" r="${dot}" fill="${ink}"/>`
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${bare}${circle}</pattern>`
}
