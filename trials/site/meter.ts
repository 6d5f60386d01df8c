import type { Site } from './site.ts'

/** The most that was seen; megabytes. The disk's is what came to it since the meter was started. */
export type Peaks = { memoryMb: number; diskMb: number }

const everyMs = 100

/** Looks at a site all the time. The kernel keeps the memory's highest point itself, so that no moment is missed. */
export function startMeter(site: Site) {
  const before = site.figures().diskMb
  const peaks: Peaks = { memoryMb: 0, diskMb: 0 }
  const look = () => {
    const { rssMb, peakMb, diskMb } = site.figures()
    peaks.memoryMb = Math.max(peaks.memoryMb, rssMb, peakMb)
    peaks.diskMb = Math.max(peaks.diskMb, diskMb - before)
  }
  const looking = setInterval(look, everyMs)
  return {
    read() {
      look()
      return { ...peaks }
    },
    stop: () => clearInterval(looking),
  }
}
