import { cutVideoMessage, RejectedFileError } from './file-errors.ts'
import { type Box, childrenOf, findBox, readView, wholeFile } from './mp4-boxes.ts'

/** The part of a track that players show, in seconds of the movie. */
type VisibleRange = { start: number; end: number }

/**
 * Reads the edit list of a track in an MP4 or MOV file. Undefined without one: the whole track is visible. Our demuxer
 * knows the first edit only, so a list that leaves out a middle part or changes the order or speed is refused.
 */
export async function readVisibleRange(trackId: number): Promise<VisibleRange | undefined> {
  const movie = await findBox(wholeFile, 'moov')
  if (!movie) return undefined
  for await (const track of childrenOf(movie)) {
    if (track.type !== 'trak' || (await readHeaderField(track, 'tkhd')) !== trackId) continue
    const list = await findBox(track, 'edts', 'elst')
    const edits = list ? await readEdits(list) : []
    const movieTicks = (await readHeaderField(movie, 'mvhd')) || 1
    const mediaTicks = (await readHeaderField(track, 'mdia', 'mdhd')) || 1
    return edits.length > 0 ? joinEdits(edits, { movieTicks, mediaTicks }) : undefined
  }
}

/** `duration` is in ticks of the movie, `mediaTime` in ticks of the track. An empty edit has the time -1. */
type Edit = { duration: number; mediaTime: number; rate: number }
/** Ticks per second. */
type Clocks = { movieTicks: number; mediaTicks: number }

function joinEdits(edits: Edit[], { movieTicks, mediaTicks }: Clocks): VisibleRange {
  const isShown = ({ mediaTime }: Edit) => mediaTime !== -1
  const first = edits.findIndex(isShown)
  const shown = edits.slice(first, edits.findLastIndex(isShown) + 1)
  for (const [index, { mediaTime, rate }] of shown.entries()) {
    const previous = shown[index - 1]
    const gap = previous ? (mediaTime - previous.mediaTime) / mediaTicks - previous.duration / movieTicks : 0
    if (rate !== 1 || Math.abs(gap) > rounding) throw new RejectedFileError(cutVideoMessage)
  }
  const secondsOf = (list: Edit[]) => list.reduce((sum, { duration }) => sum + duration, 0) / movieTicks
  const start = secondsOf(edits.slice(0, first))
  const isOpen = shown.at(-1)?.duration === 0
  return { start, end: isOpen ? Number.POSITIVE_INFINITY : start + secondsOf(shown) }
}

/** In seconds. Edits are often rounded to a 600th of a second. */
export const rounding = 0.002

const maxEdits = 1000

async function readEdits(list: Box): Promise<Edit[]> {
  const view = await readView(list, 8 + maxEdits * 20)
  const isLong = view.getUint8(0) === 1
  const count = view.getUint32(4)
  if (count > maxEdits) throw new RejectedFileError(cutVideoMessage)
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * (isLong ? 20 : 12)
    return {
      duration: isLong ? Number(view.getBigUint64(at)) : view.getUint32(at),
      mediaTime: isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4),
      rate: view.getInt32(at + (isLong ? 16 : 8)) / 0x10000,
    }
  })
}

/** The field after the two dates of a header box: the id of a track, or the ticks per second of a movie or track. */
async function readHeaderField(parent: Box, ...path: string[]) {
  const header = await findBox(parent, ...path)
  if (!header) return undefined
  const view = await readView(header, 24)
  return view.getUint32(view.getUint8(0) === 1 ? 20 : 12)
}
