import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny'
import { fileDescriptors, writeAt } from './file-descriptors.ts'
import { damagedVideoMessage, RejectedFileError } from './file-errors.ts'
import type { PlayableTracks } from './tracks.ts'
import { type VisiblePackets, visibleAudioPackets, visibleVideoPackets } from './visible-packets.ts'

/** How many seconds may be missing at the end before a video counts as truncated. */
const tolerance = (duration: number) => 0.5 + duration * 0.01

/** Copies packets without decoding. Location, device, date, titles and further tracks are dropped. An MP4 index goes first. */
export async function remux({ video, audio, container }: PlayableTracks) {
  const output = new Output({
    format: container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: outputTarget(),
  })
  try {
    const tracks = [await addVideoTrack(output, video), ...(audio ? [await addAudioTrack(output, audio)] : [])]
    const shift = container === 'webm' ? offsetToPositive(tracks) : 0
    await output.start()
    const end = await copyPackets(tracks, shift)
    await output.finalize()
    const declared = latestDeclaredEnd(tracks)
    if (end < declared + shift - tolerance(declared)) throw new RejectedFileError(damagedVideoMessage)
  } catch (error) {
    await output.cancel()
    throw error
  }
}

const outputTarget = () =>
  new StreamTarget(
    new WritableStream({ write: ({ data, position }) => writeAt(fileDescriptors.video, data, position) }),
    { chunked: true },
  )

type OutputTrack = { packets: VisiblePackets; count: number; add(packet: EncodedPacket): Promise<void> }

async function addVideoTrack(output: Output, track: PlayableTracks['video']): Promise<OutputTrack> {
  const source = new EncodedVideoPacketSource((await track.getCodec()) ?? 'avc')
  const packets = await visibleVideoPackets(track)
  const count = await countPackets(packets)
  output.addVideoTrack(source, { rotation: await track.getRotation(), maximumPacketCount: count })
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
  return { packets, count, add: (packet) => source.add(packet, meta) }
}

async function addAudioTrack(output: Output, track: NonNullable<PlayableTracks['audio']>): Promise<OutputTrack> {
  const source = new EncodedAudioPacketSource((await track.getCodec()) ?? 'aac')
  const packets = await visibleAudioPackets(track)
  const count = await countPackets(packets)
  output.addAudioTrack(source, { maximumPacketCount: count })
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
  return { packets, count, add: (packet) => source.add(packet, meta) }
}

async function countPackets(packets: VisiblePackets) {
  const metadata = packets.read({ metadataOnly: true })
  let count = 0
  while (!(await metadata.next()).done) count++
  return count
}

/** Interleaves tracks by time, as players expect. Returns the end of the last packet in seconds. */
async function copyPackets(tracks: OutputTrack[], shift: number) {
  const readers = await Promise.all(tracks.map(openReader))
  let end = 0
  for (let next = findEarliest(readers); next?.nextPacket; next = findEarliest(readers)) {
    const packet = shift ? next.nextPacket.clone({ timestamp: next.nextPacket.timestamp + shift }) : next.nextPacket
    await next.add(packet)
    next.copied++
    end = Math.max(end, packet.timestamp + packet.duration)
    next.nextPacket = (await next.packets.next()).value ?? undefined
  }
  if (readers.some(({ copied, count }) => copied < count || count === 0))
    throw new RejectedFileError(damagedVideoMessage)
  return end
}

async function openReader(outputTrack: OutputTrack) {
  const packets = outputTrack.packets.read()
  const nextPacket: EncodedPacket | undefined = (await packets.next()).value ?? undefined
  return { ...outputTrack, packets, nextPacket, copied: 0 }
}

const findEarliest = <Reader extends { nextPacket: EncodedPacket | undefined }>(readers: Reader[]) =>
  readers
    .filter(({ nextPacket }) => nextPacket)
    .sort((a, b) => (a.nextPacket?.timestamp ?? 0) - (b.nextPacket?.timestamp ?? 0))[0]

/** WebM starts at time zero. If sound starts a little earlier, everything shifts. */
const offsetToPositive = (tracks: OutputTrack[]) => Math.max(0, ...tracks.map(({ packets }) => -packets.firstTimestamp))

const latestDeclaredEnd = (tracks: OutputTrack[]) =>
  Math.max(0, ...tracks.map(({ packets }) => packets.declaredEnd ?? 0))
