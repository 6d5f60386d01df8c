import { msg } from '@lingui/core/runtime-macro'
import { CustomSource, Input, IsobmffInputFormat, MATROSKA, MP4, OGG, QTFF, WEBM } from 'mediabunny'
import { fileDescriptors, readInputRange, readRange, sizeOfFile } from './file-descriptors.ts'
import { damagedVideoMessage, RejectedFileError, unplayableCodecError } from './file-errors.ts'
import { type DecodedImage, decodeStill } from './image.ts'
import { childrenOf, findBox, readView, wholeFile } from './mp4-boxes.ts'
import { remux } from './remux.ts'
import { playableTracks } from './tracks.ts'
import { posterFrame } from './video-poster.ts'

type DecodedVideo = { extension: 'mp4' | 'webm'; width: number; height: number; poster: DecodedImage }

export async function decodeVideo(): Promise<DecodedVideo> {
  if (await isTheora()) throw unplayableCodecError('Theora')
  using input = openVideo(fileDescriptors.input)
  try {
    const tracks = await playableTracks(input)
    if ((await input.getFormat()) instanceof IsobmffInputFormat) await assertOnePlaceForFrames()
    await remux(tracks)
    const poster = await renderPoster()
    const { width, height } = poster
    return { extension: tracks.container, width, height, poster }
  } catch (error) {
    throw toRejectedFileError(error)
  }
}

/** From the output, so that it shows nothing that is hidden in the input. */
async function renderPoster() {
  using output = openVideo(fileDescriptors.video)
  const video = await output.getPrimaryVideoTrack()
  if (!video) throw new RejectedFileError(damagedVideoMessage)
  return decodeStill(await posterFrame(video), false)
}

const openVideo = (file: number) => {
  const read = (start: number, end: number) => readRange(file, start, end)
  const source = new CustomSource({ getSize: () => sizeOfFile(file), read, prefetchProfile: 'fileSystem' })
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA, OGG] })
}

/** The demuxer has no name for this codec, but an Ogg page near the start identifies it. */
async function isTheora() {
  const head = Buffer.from(await readInputRange(0, 4096))
  return head.subarray(0, 4).equals(Buffer.from('OggS')) && head.includes('\x80theora', 0, 'latin1')
}

/** Errors of the demuxer or decoder are the file's fault; errors of the disk are not. */
function toRejectedFileError(error: unknown) {
  if (error instanceof RejectedFileError || isSystemError(error)) return error
  return new RejectedFileError(damagedVideoMessage, { cause: error })
}

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

/** Our demuxer reads the frames of the index or those of the fragments. A video with both would lose frames. */
async function assertOnePlaceForFrames() {
  const movie = await findBox(wholeFile, 'moov')
  if (!movie || !(await findBox(wholeFile, 'moof'))) return
  for await (const track of childrenOf(movie)) {
    const times = track.type === 'trak' && (await findBox(track, 'mdia', 'minf', 'stbl', 'stts'))
    if (times && (await readView(times, 8)).getUint32(4) > 0) throw new RejectedFileError(mixedFragmentsMessage)
  }
}

const mixedFragmentsMessage = msg`This video is divided into fragments in a way that is not supported. Export it again as a new file and try again.`
