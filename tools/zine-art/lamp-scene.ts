import { type Box, type Circle, clamp, TAU, tenth } from './geometry.ts'
import { NO_INK, PAPERS, separate } from './inks.ts'
import { photo, silhouette } from './pictures.ts'
import { printOnPaper } from './press.ts'
import { cycle, hashText } from './random.ts'
import { screen } from './screens.ts'
import { disc } from './shapes.ts'
import { partsOf } from './subjects/subjects.ts'
import { tone } from './tones.ts'
import { fittedText } from './typesetting.ts'
import { fitText } from './wrapping.ts'
import { PAGE_SIZES } from './zine.ts'

const [WIDTH, HEIGHT] = PAGE_SIZES['4:5']
const MARGIN = 46
const { spot: SPOT, key: KEY } = separate(['b', 'p'])
const LAMP: Circle = [430, 800, 360]
const LIGHT = { x: 590, y: 660 }

const LAPS = 3
const BREATHS = 2
const WINGBEATS = 24
const WING_SPREADS = [1, 0.72, 0.4, 0.72]

type Layer = { spot: string; key: string }

/** One drawing of a flip book that starts again where it ends; `moment` runs from 0 to 1. */
export function drawLampScene(title: string, moment: number): string {
  const moth = mothAt(moment)
  const [behind, inFront] = moth.isInFront ? [lampLayer(), mothLayer(moth)] : [mothLayer(moth), lampLayer()]
  return printOnPaper({
    size: [WIDTH, HEIGHT],
    paper: PAPERS.cream,
    inks: { spot: SPOT, key: KEY },
    seed: hashText(title),
    page: 0,
    spot: glow(moment) + behind.spot + inFront.spot + printed(title, 8, SPOT),
    key: night() + behind.key + inFront.key + printed(title, 0, KEY),
  })
}

/** The light breathes a little, as a filament does. */
const glow = (moment: number) => disc([LIGHT.x, LIGHT.y, 330 + 10 * Math.sin(moment * BREATHS * TAU)], SPOT)

const NIGHT_AREA: Box = [MARGIN, 330, WIDTH - 2 * MARGIN, HEIGHT - 330 - MARGIN]

/** Darker away from the light. */
function night(): string {
  const darkness = (x: number, y: number) =>
    clamp((Math.hypot(x - LIGHT.x, y - LIGHT.y) - 350) / 900, 0, 0.42)
  return screen(darkness, NIGHT_AREA, { ink: KEY, pitch: 16, angle: 15 })
}

function lampLayer(): Layer {
  return {
    spot: silhouette('lamp', LAMP, NO_INK, { level: 0.02 }),
    key: silhouette('lamp', LAMP, NO_INK, { level: 0.04 }) + photo('lamp', LAMP, { ink: KEY, pitch: 11 }),
  }
}

type Moth = { x: number; y: number; size: number; lean: number; spread: number; isInFront: boolean }

/** An orbit seen from a little above: the moth is larger in front of the lamp and smaller behind it. */
function mothAt(moment: number): Moth {
  const angle = moment * LAPS * TAU
  const reach = 1 + 0.16 * Math.sin(moment * TAU)
  const nearness = Math.sin(angle)
  return {
    x: LIGHT.x - 95 + Math.cos(angle) * 280 * reach,
    y: LIGHT.y - 10 + nearness * 150 * reach + 30 * Math.sin(angle * 2 + 1),
    size: 165 + 50 * nearness,
    lean: 0.5 * Math.cos(angle + 0.6),
    spread: cycle(WING_SPREADS, Math.round(moment * WINGBEATS * WING_SPREADS.length)),
    isInFront: nearness > 0,
  }
}

/** Wings close by narrowing the moth, not its dots. */
function mothLayer({ x, y, size, lean, spread }: Moth): Layer {
  const parts = partsOf('moth')
  const cos = Math.cos(-lean)
  const sin = Math.sin(-lean)
  const area: Box = [x - size * 1.1, y - size * 1.1, size * 2.2, size * 2.2]
  const darkness = (px: number, py: number) => {
    const dx = (px - x) / size
    const dy = (py - y) / size
    return tone(parts, (dx * cos - dy * sin) / spread, dx * sin + dy * cos)
  }
  const turn = `rotate(${((lean * 360) / TAU).toFixed(1)}) scale(${spread} 1)`
  const shape = (fill: string, level: number) =>
    `<g transform="translate(${tenth(x)} ${tenth(y)}) ${turn}">${silhouette('moth', [0, 0, size], fill, { level })}</g>`
  const dots = screen(darkness, area, { ink: KEY, pitch: 9, angle: 45, gain: 1.1 })
  return { spot: shape(SPOT, 0), key: shape(NO_INK, 0.05) + dots }
}

function printed(title: string, offset: number, fill: string): string {
  const width = WIDTH - 2 * MARGIN
  const fitted = fitText(title, 'groovy', { width, height: 240, maxLines: 2, largest: 200 })
  return fittedText([MARGIN + offset, MARGIN + offset], fitted, { voice: 'groovy', width, fill })
}
