import { copyFile, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { decodeCpuLimits } from './decode/decode-task.ts'
import { makeWorkFolder } from './ingest.ts'
import { type Decoder, type DecoderOptions, startDecoder } from './start-decoder.ts'

type Options = {
  config: Pick<Config, 'dataDir' | 'maxImageMb'>
  /** How long a decoder waits for a file, in milliseconds. */
  idleMs?: number
}

export type WaitingDecoder = ReturnType<typeof createWaitingDecoder>

/**
 * A decoder for a picture that is started before its file arrives, because the start takes longer than a small picture. It
 * still decodes one file, of which it gets a copy, as it can open no other.
 */
export function createWaitingDecoder({ config, idleMs = 60_000 }: Options) {
  let waiting: Promise<PreparedDecoder | undefined> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const take = () => {
    const taken = waiting
    waiting = undefined
    return taken
  }
  const end = async () => (await take())?.[Symbol.asyncDispose]()

  /** Call when a picture may arrive soon. */
  function prepare() {
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void end(), idleMs).unref()
    // A failure concerns only this decoder: a file without one starts its own, which reports it.
    waiting ??= prepareDecoder(config).catch(() => undefined)
  }

  async function start(options: DecoderOptions): Promise<Decoder> {
    const { path, kind, maxMb, maxCpuMs } = options
    const hasUsualLimits = maxMb <= config.maxImageMb && maxCpuMs === decodeCpuLimits.imageMs
    if (kind !== 'image' || !hasUsualLimits) return startDecoder(options)
    const decoder = await take()
    prepare()
    if (!decoder) return startDecoder(options)
    if (!decoder.hasEnded() && (await isCopied(path, decoder.inputPath))) return decoder
    await decoder[Symbol.asyncDispose]()
    return startDecoder(options)
  }

  async function stop() {
    isStopped = true
    clearTimeout(timer)
    await end()
  }

  return { prepare, start, stop }
}

/** A failure is not reported: the file then starts a decoder of its own, which does not need the copy. */
const isCopied = (from: string, to: string) =>
  copyFile(from, to).then(
    () => true,
    () => false,
  )

type PreparedDecoder = Decoder & { inputPath: string }

async function prepareDecoder(config: Options['config']): Promise<PreparedDecoder> {
  await using resources = new AsyncDisposableStack()
  const folder = await makeWorkFolder(config)
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const inputPath = join(folder, 'input')
  const input = resources.use(await open(inputPath, 'wx+'))
  const limits = { maxMb: config.maxImageMb, maxCpuMs: decodeCpuLimits.imageMs }
  const options = { input, path: inputPath, into: folder, kind: 'image' as const, needsPrint: true, ...limits }
  const decoder = resources.use(await startDecoder(options))
  const owned = resources.move()
  return { ...decoder, inputPath, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
