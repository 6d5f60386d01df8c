import { msg } from '@lingui/core/runtime-macro'
import { type Input, type InputAudioTrack, type InputVideoTrack, MatroskaInputFormat } from 'mediabunny'
import type { VideoExtension } from '#contract/media-address.ts'
import { damagedVideoMessage, RejectedFileError, unplayableCodecError } from './file-errors.ts'

export type PlayableTracks = {
  video: InputVideoTrack
  audio: InputAudioTrack | null
  container: VideoExtension
}

/** The codecs of each container that all current browsers play. */
const containerCodecs = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
} as const

const codecNames: Record<string, string | undefined> = {
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
  if (!video) throw await missingVideoError(input, audio !== null)
  const codec = await video.getCodec()
  await assertPlayableVideo(video, codec)
  const audioCodec = audio && (await audio.getCodec())
  const container = chooseContainer(codec, audio ? (audioCodec ?? 'unknown') : null, await isWebm(input))
  if (!container)
    throw new RejectedFileError(
      msg`This video has ${{ audio: codecName(audioCodec ?? 'unknown') }} sound beside ${{ video: codecName(codec) }}, which most browsers cannot play. Save it as MP4 (H.264) or WebM.`,
    )
  return { video, audio, container }
}

async function missingVideoError(input: Input, hasAudio: boolean) {
  if (hasAudio)
    return new RejectedFileError(msg`This file has sound but no video. Please select image or video files only.`)
  return new RejectedFileError((await input.canRead()) ? damagedVideoMessage : msg`This video could not be read.`)
}

async function assertPlayableVideo(video: InputVideoTrack, codec: string | null) {
  if (!codec || !['avc', 'vp8', 'vp9', 'av1'].includes(codec)) throw unplayableCodecError(codecName(codec))
  const profile = /^avc1\.([0-9a-f]{2})/i.exec((await video.getCodecParameterString()) ?? '')?.[1]
  if (profile && !['42', '4d', '58', '64'].includes(profile.toLowerCase())) {
    throw new RejectedFileError(
      msg`This video uses H.264 with more than 8 bits or full color, which most browsers cannot play. Save it as MP4 (H.264) or WebM.`,
    )
  }
}

/** The original container if it supports the codecs; undefined if no container supports this pair. */
function chooseContainer(videoCodec: string | null, audioCodec: string | null, prefersWebm: boolean) {
  const order: VideoExtension[] = prefersWebm ? ['webm', 'mp4'] : ['mp4', 'webm']
  return order.find((container) => {
    const { video, audio }: { video: readonly string[]; audio: readonly string[] } = containerCodecs[container]
    return video.includes(videoCodec ?? '') && (audioCodec === null || audio.includes(audioCodec))
  })
}

const isWebm = async (input: Input) => (await input.getFormat()) instanceof MatroskaInputFormat

function codecName(codec: string | null) {
  if (!codec || codec === 'unknown') return 'an unknown codec'
  return codecNames[codec] ?? (codec.startsWith('pcm') ? 'uncompressed (PCM)' : codec.toUpperCase())
}
