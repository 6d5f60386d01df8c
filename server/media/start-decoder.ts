import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { imageWidths } from '#contract/media-address.ts'
import type { DecodeTask } from './decode/decode-task.ts'
import { type DecoderResult, decoderResult } from './decode/decoder-result.ts'
import { decodeLimitMessage } from './decode/file-errors.ts'
import type { FileKind } from './decode/sniff.ts'
import { finishSandboxed, startSandboxed, wallTimeFactor } from './sandbox.ts'
import { printSuffix } from './storage/storage.ts'

/** The ending of a video is unknown before it is decoded. */
export type OutputFile = { handle: FileHandle; path: string; suffix: string | undefined }

type RunOptions = { log: { warn(details: object, message: string): void }; abortSignal?: AbortSignal | undefined }

/** A process for one file, with its output files. */
export type Decoder = AsyncDisposable & {
  outputs: OutputFile[]
  /** Whether something else ended the process. */
  hasEnded(): boolean
  run(task: DecodeTask, options: RunOptions): Promise<DecoderResult>
}

/** `path` is that of `input`. Outputs are written into the folder `into`. */
export type DecoderOptions = {
  input: FileHandle
  path: string
  into: string
  kind: FileKind
  needsPrint: boolean
  maxMb: number
  maxCpuMs: number
}

const decodeMain = join(import.meta.dirname, 'decode', 'decode-main.ts')

/** The decoder ends itself at its CPU limit. The system ends one that cannot, after this delay. */
const graceSeconds = 1

/** In KB. The output may be larger than the file, especially for animations of few colours. */
const maxOutputKb = (maxMb: number) => (maxMb * 2 + 256) * 1024

export async function startDecoder(options: DecoderOptions, program = decodeMain): Promise<Decoder> {
  const { input, kind, maxMb, maxCpuMs } = options
  await using files = new AsyncDisposableStack()
  const outputs = await openOutputFiles(options, files)
  const started = startSandboxed(
    {
      program,
      argument: kind,
      maxFileKb: maxOutputKb(maxMb),
      maxSeconds: Math.ceil(maxCpuMs / 1000) + graceSeconds,
    },
    { input, outputs: outputs.map(({ handle }) => handle) },
  )
  const openFiles = files.move()
  return {
    outputs,
    hasEnded: () => started.child.exitCode !== null || started.child.signalCode !== null,
    /** If a signal ended it (ours, its own limits, or a crash), the file was too much. Its other errors are our fault. */
    async run(task, { log, abortSignal }) {
      const finish = { task, timeoutMs: wallTimeFactor * task.maxCpuMs, abortSignal }
      const { code, signal, stdout, stderr } = await finishSandboxed(started, finish)
      if (code === 0) return decoderResult.parse(JSON.parse(stdout))
      if (!signal) throw new Error(`A decoder ended with ${code}: ${stderr}`)
      log.warn({ signal, stderr }, 'a file could not be decoded within its limits')
      return { refused: decodeLimitMessage }
    },
    async [Symbol.asyncDispose]() {
      started.child.kill('SIGKILL')
      await openFiles.disposeAsync()
    },
  }
}

/** In the order of `fileDescriptors` in decode/file-descriptors.ts. */
async function openOutputFiles({ into, kind, needsPrint }: DecoderOptions, openFiles: AsyncDisposableStack) {
  const suffixes = [
    ...imageWidths.map((width) => `-${width}.webp`),
    ...(kind === 'video' ? [undefined] : []),
    ...(needsPrint ? [printSuffix] : []),
  ]
  const outputs: OutputFile[] = []
  for (const suffix of suffixes) {
    const path = join(into, suffix ?? 'video')
    outputs.push({ handle: openFiles.use(await open(path, 'wx+')), path, suffix })
  }
  return outputs
}
