import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny'
import { openFiles, writeAt } from './open-files.ts'
import { damagedVideo, RefusedFile } from './refused-file.ts'
import type { PlayableTracks } from './tracks.ts'

/** How many seconds may be missing at the end before a video counts as truncated. */
const tolerance = (duration: number) => 0.5 + duration * 0.01

/** Copies packets without decoding. Location, device, date, titles and further tracks are dropped. An MP4 index goes first. */
export async function remux({ video, audio, container }: PlayableTracks) {
  const output = new Output({
    format: container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: keptVideoFile(),
  })
  try {
    const tracks = [await keptVideo(output, video), ...(audio ? [await keptAudio(output, audio)] : [])]
    const shift = container === 'webm' ? await untilPositive(tracks.map(({ track }) => track)) : 0
    await output.start()
    const end = await copyPackets(tracks, shift)
    await output.finalize()
    const declared = await declaredEnd(video, audio)
    if (declared !== null && end < declared + shift - tolerance(declared)) throw new RefusedFile(damagedVideo)
  } catch (error) {
    await output.cancel()
    throw error
  }
}

const keptVideoFile = () =>
  new StreamTarget(
    new WritableStream({ write: ({ data, position }) => writeAt(openFiles.video, data, position) }),
    { chunked: true },
  )

type Kept = { track: InputTrack; count: number; add(packet: EncodedPacket): Promise<void> }

async function keptVideo(output: Output, track: PlayableTracks['video']): Promise<Kept> {
  const source = new EncodedVideoPacketSource((await track.getCodec()) ?? 'avc')
  const count = await countPackets(track)
  output.addVideoTrack(source, { rotation: await track.getRotation(), maximumPacketCount: count })
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
  return { track, count, add: (packet) => source.add(packet, meta) }
}

async function keptAudio(output: Output, track: NonNullable<PlayableTracks['audio']>): Promise<Kept> {
  const source = new EncodedAudioPacketSource((await track.getCodec()) ?? 'aac')
  const count = await countPackets(track)
  output.addAudioTrack(source, { maximumPacketCount: count })
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
  return { track, count, add: (packet) => source.add(packet, meta) }
}

async function countPackets(track: InputTrack) {
  const packets = packetsOf(track, true)
  let count = 0
  while (!(await packets.next()).done) count++
  return count
}

/** Interleaves tracks by time, as players expect. Returns the end of the last packet in seconds. */
async function copyPackets(tracks: Kept[], shift: number) {
  const readers = await Promise.all(tracks.map(startReading))
  let end = 0
  for (let next = earliest(readers); next?.head; next = earliest(readers)) {
    const packet = shift ? next.head.clone({ timestamp: next.head.timestamp + shift }) : next.head
    await next.add(packet)
    next.copied++
    end = Math.max(end, packet.timestamp + packet.duration)
    next.head = (await next.packets.next()).value ?? undefined
  }
  if (readers.some(({ copied, count }) => copied < count || count === 0)) throw new RefusedFile(damagedVideo)
  return end
}

async function startReading(kept: Kept) {
  const packets = packetsOf(kept.track)
  const head: EncodedPacket | undefined = (await packets.next()).value ?? undefined
  return { ...kept, packets, head, copied: 0 }
}

const earliest = <Reader extends { head: EncodedPacket | undefined }>(readers: Reader[]) =>
  readers.filter(({ head }) => head).sort((a, b) => (a.head?.timestamp ?? 0) - (b.head?.timestamp ?? 0))[0]

const packetsOf = (track: InputTrack, metadataOnly = false) =>
  new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly })

/** WebM starts at time zero. If sound starts a little earlier, everything shifts. */
async function untilPositive(tracks: InputTrack[]) {
  const starts = await Promise.all(tracks.map((track) => track.getFirstTimestamp()))
  return Math.max(0, -Math.min(...starts))
}

async function declaredEnd(video: InputTrack, audio: InputTrack | null) {
  const ends = [await video.getDurationFromMetadata(), audio && (await audio.getDurationFromMetadata())]
  const known = ends.filter((end) => end !== null)
  return known.length > 0 ? Math.max(...known) : null
}
