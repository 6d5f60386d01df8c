import { type Input, type InputAudioTrack, type InputVideoTrack, MatroskaInputFormat } from 'mediabunny'
import type { VideoExtension } from '#contract/media-address.ts'
import { damagedVideo, RefusedFile, unplayable } from './refused-file.ts'

export type PlayableTracks = {
  video: InputVideoTrack
  audio: InputAudioTrack | null
  container: VideoExtension
}

/** The codecs of each container that all current browsers play. */
const carries = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
} as const

const names: Record<string, string | undefined> = {
  hevc: 'HEVC (H.265)',
  prores: 'Apple ProRes',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  avc: 'H.264',
}

export async function playableTracks(input: Input): Promise<PlayableTracks> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video) throw await withoutPicture(input, audio !== null)
  const codec = await video.getCodec()
  await assertPlayablePicture(video, codec)
  const sound = audio && (await audio.getCodec())
  const container = containerFor(codec, audio ? (sound ?? 'unknown') : null, await isWebm(input))
  if (!container) throw unplayable(`has ${nameOf(sound ?? 'unknown')} sound beside ${nameOf(codec)}`)
  return { video, audio, container }
}

async function withoutPicture(input: Input, hasSound: boolean) {
  if (hasSound)
    return new RefusedFile('This file has sound but no picture. Please select image or video files only.')
  return new RefusedFile((await input.canRead()) ? damagedVideo : 'This video could not be read.')
}

async function assertPlayablePicture(video: InputVideoTrack, codec: string | null) {
  if (!codec || !['avc', 'vp8', 'vp9', 'av1'].includes(codec)) throw unplayable(`uses ${nameOf(codec)}`)
  const profile = /^avc1\.([0-9a-f]{2})/i.exec((await video.getCodecParameterString()) ?? '')?.[1]
  if (profile && !['42', '4d', '58', '64'].includes(profile.toLowerCase())) {
    throw unplayable('uses H.264 with more than 8 bits or full colour')
  }
}

/** The original container if it supports the codecs; undefined if no container supports this pair. */
function containerFor(picture: string | null, sound: string | null, cameAsWebm: boolean) {
  const order: VideoExtension[] = cameAsWebm ? ['webm', 'mp4'] : ['mp4', 'webm']
  return order.find((container) => {
    const { video, audio }: { video: readonly string[]; audio: readonly string[] } = carries[container]
    return video.includes(picture ?? '') && (sound === null || audio.includes(sound))
  })
}

const isWebm = async (input: Input) => (await input.getFormat()) instanceof MatroskaInputFormat

function nameOf(codec: string | null) {
  if (!codec || codec === 'unknown') return 'an unknown codec'
  return names[codec] ?? (codec.startsWith('pcm') ? 'uncompressed (PCM)' : codec.toUpperCase())
}
