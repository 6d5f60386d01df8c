import {
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  IsobmffInputFormat,
} from 'mediabunny'
import { readVisibleRange, rounding } from './edit-list.ts'
import { cutVideoMessage, RejectedFileError } from './file-errors.ts'

/** The packets of a track that players show, in the order of decoding. Times are in seconds. */
export type VisiblePackets = {
  firstTimestamp: number
  /** Undefined if the file does not state it. */
  declaredEnd: number | undefined
  read(options?: { metadataOnly?: boolean }): AsyncGenerator<EncodedPacket>
}

/** A frame needs all frames since its key frame. If these are hidden, they cannot be left out. */
export async function visibleVideoPackets(track: InputVideoTrack) {
  const range = await visibleRangeOf(track)
  if (!range) return packetsFrom(track)
  const sink = new EncodedPacketSink(track)
  const firstShown = await sink.getPacket(range.start + rounding)
  const keyPacket = firstShown && (await sink.getKeyPacket(range.start + rounding, { verifyKeyPackets: true }))
  if (firstShown?.timestamp !== keyPacket?.timestamp) throw new RejectedFileError(cutVideoMessage)
  return packetsFrom(track, firstShown, range.end)
}

/** The hidden start of sound is usually silence that its decoder needs. Longer parts were cut away. */
export async function visibleAudioPackets(track: InputAudioTrack) {
  const range = await visibleRangeOf(track)
  if (!range) return packetsFrom(track)
  const hiddenSamples = (range.start - (await track.getFirstTimestamp())) * (await track.getSampleRate())
  const isTrimmed = hiddenSamples > maxPrimingSamples
  const firstShown = isTrimmed ? await new EncodedPacketSink(track).getPacket(range.start + rounding) : null
  return packetsFrom(track, firstShown, range.end)
}

/** The longest common one, of Apple’s AAC encoder. */
const maxPrimingSamples = 2112

async function visibleRangeOf(track: InputTrack) {
  const isMp4 = (await track.input.getFormat()) instanceof IsobmffInputFormat
  return isMp4 ? await readVisibleRange(track.id) : undefined
}

/**
 * Frames that follow the first one but are shown before it are hidden, and no visible frame needs them. The first
 * hidden packet at the end may come before visible ones that need it, so a few frames before a cut are lost.
 */
async function packetsFrom(track: InputTrack, first: EncodedPacket | null = null, end = Number.POSITIVE_INFINITY) {
  const duration = await track.getDurationFromMetadata()
  const sink = new EncodedPacketSink(track)
  const packets: VisiblePackets = {
    firstTimestamp: first?.timestamp ?? (await track.getFirstTimestamp()),
    declaredEnd: duration === null ? undefined : Math.min(duration, end),
    async *read(options) {
      for await (const packet of sink.packets(first ?? undefined, undefined, options)) {
        if (packet.timestamp >= end - rounding) return
        if (first && packet.timestamp < first.timestamp) continue
        yield packet
      }
    },
  }
  return packets
}
