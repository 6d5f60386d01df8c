import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { assertWritable } from './folder-setting.ts'
import { invalidSetting } from './invalid-settings.ts'

/** Refuses valid settings that this machine cannot use, before opening anything. */
export async function assertUsable({ port, host, metrics, dataDir, backupDir }: Config) {
  // Both ports stay open during the check, so that they cannot be the same.
  await using _site = await listen({ port, host }, 'PORT', 'HOST')
  await using _metrics = metrics && (await listen(metrics, 'METRICS_PORT', 'METRICS_HOST'))
  assertWritable('DATA_DIR', dataDir)
  if (backupDir) assertWritable('BACKUP_DIR', backupDir)
}

type Names = [port: 'PORT' | 'METRICS_PORT', host: 'HOST' | 'METRICS_HOST']

async function listen({ port, host }: { port: number; host: string }, ...names: Names) {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ port, host }, resolve))
    return probe
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { port, host }, ...names)
  }
}

function listenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }, ...names: Names) {
  const [portName, hostName] = names
  const messages: Record<string, string> = {
    EADDRINUSE: `port ${port} is in use. Choose another with the setting ${portName}.`,
    EACCES: `this user may not listen on port ${port}. Choose 1024 or higher with the setting ${portName}.`,
  }
  const message = messages[error.code ?? ''] ?? invalidSetting(hostName, host, error.code)
  return new Error(`Foldout cannot start: ${message}`, { cause: error })
}
