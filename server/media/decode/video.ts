import { CustomSource, Input, MATROSKA, MP4, OGG, QTFF, WEBM } from 'mediabunny'
import { posterFrame } from './frame.ts'
import { type DecodedImage, decodeStill } from './image.ts'
import { readSentPart, sizeOfSent } from './open-files.ts'
import { damagedVideo, RefusedFile, unplayable } from './refused-file.ts'
import { remux } from './remux.ts'
import { playableTracks } from './tracks.ts'

type DecodedVideo = { extension: 'mp4' | 'webm'; width: number; height: number; poster: DecodedImage }

export async function decodeVideo(): Promise<DecodedVideo> {
  if (await isTheora()) throw unplayable('uses Theora')
  using input = new Input({ source: sentVideo(), formats: [MP4, QTFF, WEBM, MATROSKA, OGG] })
  try {
    const tracks = await playableTracks(input)
    await remux(tracks)
    const poster = await decodeStill(await posterFrame(tracks.video), false)
    const { width, height } = poster
    return { extension: tracks.container, width, height, poster }
  } catch (error) {
    throw asRefusal(error)
  }
}

const sentVideo = () =>
  new CustomSource({ getSize: sizeOfSent, read: readSentPart, prefetchProfile: 'fileSystem' })

/** The demuxer has no name for this codec, but an Ogg page near the start identifies it. */
async function isTheora() {
  const head = Buffer.from(await readSentPart(0, 4096))
  return head.subarray(0, 4).equals(Buffer.from('OggS')) && head.includes('\x80theora', 0, 'latin1')
}

/** Errors of the demuxer or decoder are the file's fault; errors of the disk are not. */
function asRefusal(error: unknown) {
  if (error instanceof RefusedFile || isFromSystem(error)) return error
  return new RefusedFile(damagedVideo, { cause: error })
}

const isFromSystem = (error: unknown) => error instanceof Error && 'syscall' in error
