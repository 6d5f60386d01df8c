import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import { invalidSetting } from './invalid-settings.ts'

/** Refuses valid settings that this machine cannot use, before opening anything. */
export async function assertUsable({ port, host, metrics, backupDir }: Config) {
  // Both ports stay open during the check, so that they cannot be the same.
  await using _site = await listen({ port, host }, 'PORT', 'HOST')
  await using _metrics = metrics && (await listen(metrics, 'METRICS_PORT', 'METRICS_HOST'))
  if (backupDir) assertWritable(backupDir)
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

/** Only an attempt is reliable: root has permission, yet a network disk may refuse the write. */
function assertWritable(folder: string) {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    rmdirSync(mkdtempSync(join(existing, '.foldout-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`Foldout cannot start: ${invalidSetting('BACKUP_DIR', folder, code)}`, { cause: error })
  }
}
