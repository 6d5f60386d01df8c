import { RejectedFileError } from './file-errors.ts'
import { childrenOf, findBox, readView, wholeFile } from './mp4-boxes.ts'

/** Our demuxer reads the frames of the index or those of the fragments. A video with both would lose frames. */
export async function assertOnePlaceForFrames() {
  const movie = await findBox(wholeFile, 'moov')
  if (!movie || !(await findBox(wholeFile, 'moof'))) return
  for await (const track of childrenOf(movie)) {
    const times = track.type === 'trak' && (await findBox(track, 'mdia', 'minf', 'stbl', 'stts'))
    if (times && (await readView(times, 8)).getUint32(4) > 0) throw new RejectedFileError(mixedFragmentsMessage)
  }
}

const mixedFragmentsMessage =
  'This video is divided into fragments in a way that is not supported. Export it again as a new file and try again.'
