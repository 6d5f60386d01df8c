import { open } from 'node:fs/promises'
import { FilePathSource, Input, MATROSKA, MP4, OGG, QTFF, WEBM } from 'mediabunny'
import { posterFrame } from './frame.ts'
import { type DecodedImage, decodeStill } from './image.ts'
import { damagedVideo, RefusedFile, unplayable } from './refused-file.ts'
import { remux } from './remux.ts'
import { playableTracks } from './tracks.ts'

type DecodedVideo = { extension: 'mp4' | 'webm'; width: number; height: number; poster: DecodedImage }

/** Checks a video, writes what is kept of it to `path`, and draws its poster. */
export async function decodeVideo(from: string, path: string): Promise<DecodedVideo> {
  if (await isTheora(from)) throw unplayable('uses Theora')
  using input = new Input({ source: new FilePathSource(from), formats: [MP4, QTFF, WEBM, MATROSKA, OGG] })
  try {
    const tracks = await playableTracks(input)
    await remux(tracks, path)
    const poster = await decodeStill(await posterFrame(tracks.video))
    const { width, height } = poster
    return { extension: tracks.container, width, height, poster }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The one codec the demuxer has no name for: an Ogg page near the start says so. */
async function isTheora(path: string) {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  return buffer.subarray(0, 4).equals(Buffer.from('OggS')) && buffer.includes('\x80theora', 0, 'latin1')
}

/** Whatever the demuxer or the decoder stumbles over is the file's fault; what the disk says is not. */
function asRefusal(error: unknown) {
  if (error instanceof RefusedFile || isFromSystem(error)) return error
  return new RefusedFile(damagedVideo, { cause: error })
}

const isFromSystem = (error: unknown) => error instanceof Error && 'syscall' in error
