import { createRequire } from 'node:module'
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny'
import sharp, { type Sharp } from 'sharp'
import { damagedVideoMessage, RejectedFileError } from './file-errors.ts'

/** Position of the poster in the video, in seconds; the key frame before it is used. */
const posterTime = (duration: number) => Math.min(3, duration / 4)
/** A decoder may buffer this many packets before its first frame. */
const maxPackets = 24

type Frame = { rgba: Buffer; width: number; height: number; is709: boolean }

/** Upright, with the displayed aspect ratio; proves that the video decodes. Plain if no decoder is installed. */
export async function posterFrame(video: InputVideoTrack): Promise<Sharp> {
  const size = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
  if (!decoders) return plainPoster(size)
  const frame = await decodeFrame(video, decoders)
  if (!frame) throw new RejectedFileError(damagedVideoMessage)
  const picture = sharp(frame.rgba, { raw: { width: frame.width, height: frame.height, channels: 4 } })
  const rotated = await (frame.is709 ? picture.removeAlpha().recomb(from601to709) : picture)
    .rotate(await video.getRotation())
    .resize({ ...size, fit: 'fill' })
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(rotated)
}

async function decodeFrame(video: InputVideoTrack, { VideoDecoder }: Decoders): Promise<Frame | undefined> {
  const config = await video.getDecoderConfig()
  if (!config) return undefined
  const frames: VideoFrame[] = []
  let failure: unknown
  const decoder = new VideoDecoder({
    output: (frame) => frames.push(frame),
    error: (error) => {
      failure = error
    },
  })
  decoder.configure(config)
  for await (const packet of firstPackets(video)) {
    decoder.decode(packet.toEncodedVideoChunk())
    if (frames.length > 0 || failure) break
  }
  await decoder.flush().catch((error) => {
    failure = error
  })
  const [frame] = frames
  return frame && copyFrame(frame)
}

async function* firstPackets(video: InputVideoTrack) {
  const sink = new EncodedPacketSink(video)
  const startTime = posterTime(await video.computeDuration())
  const keyPacket = (await sink.getKeyPacket(startTime, { verifyKeyPackets: true })) ?? (await sink.getFirstKeyPacket())
  let packetsLeft = maxPackets
  for (let packet = keyPacket; packet && packetsLeft > 0; packet = await sink.getNextPacket(packet)) {
    packetsLeft--
    yield packet
  }
}

async function copyFrame(frame: VideoFrame): Promise<Frame> {
  const { codedWidth, codedHeight, visibleRect, colorSpace } = frame
  const { width, height } = visibleRect ?? { width: codedWidth, height: codedHeight }
  const rgba = Buffer.alloc(frame.allocationSize({ format: 'RGBA' }))
  await frame.copyTo(rgba, { format: 'RGBA' })
  const is709 = colorSpace.matrix ? colorSpace.matrix === 'bt709' : height >= 720
  return { rgba, width, height, is709 }
}

/** The decoder converts every frame with BT.601, but HD uses BT.709: this undoes the one and applies the other. */
const from601to709: [[number, number, number], [number, number, number], [number, number, number]] = [
  [1.0864, -0.0723, -0.0141],
  [0.0965, 0.8451, 0.0584],
  [-0.0141, -0.0277, 1.0418],
]

const plainPoster = ({ width, height }: { width: number; height: number }) =>
  sharp({ create: { width, height, channels: 3, background: '#16130f' } })

type Decoders = { VideoDecoder: typeof VideoDecoder }

const decoders = installedDecoders()

/** The native decoder is one package per platform, and missing for some platforms. */
function installedDecoders(): Decoders | undefined {
  const require = createRequire(import.meta.url)
  for (const libc of ['gnu', 'musl']) {
    try {
      const native = require(`@napi-rs/webcodecs-linux-x64-${libc}`)
      globalThis.EncodedVideoChunk ??= native.EncodedVideoChunk
      return native
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  return undefined
}
