import { accessSync, constants, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { invalidSetting } from './invalid-settings.ts'

/** Refuses, before anything is opened, settings that are valid and that this machine cannot use. */
export async function assertUsable({ port, host, metrics, backupDir }: Config) {
  await assertFree({ port, host }, 'PORT', 'HOST')
  if (metrics) await assertFree(metrics, 'METRICS_PORT', 'METRICS_HOST')
  if (backupDir) assertWritable(backupDir)
}

type Names = [port: 'PORT' | 'METRICS_PORT', host: 'HOST' | 'METRICS_HOST']

async function assertFree({ port, host }: { port: number; host: string }, ...names: Names) {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ port, host }, resolve))
    await new Promise((resolve) => probe.close(resolve))
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, { port, host }, ...names)
  }
}

function cannotListen(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
  ...names: Names
) {
  const [portName, hostName] = names
  const sentences: Record<string, string> = {
    EADDRINUSE: `port ${port} is taken. Choose another with the setting ${portName}.`,
    EACCES: `this user may not listen on port ${port}. Choose one from 1024 on with the setting ${portName}.`,
  }
  const sentence = sentences[error.code ?? ''] ?? invalidSetting(hostName, host, error.code)
  return new Error(`Foldout cannot start: ${sentence}`, { cause: error })
}

function assertWritable(folder: string) {
  const existing = existsSync(folder) ? folder : dirname(folder)
  if (!existsSync(existing)) return assertWritable(existing)
  try {
    accessSync(existing, constants.W_OK)
  } catch (error) {
    throw new Error(`Foldout cannot start: ${invalidSetting('BACKUP_DIR', folder)}`, { cause: error })
  }
}
