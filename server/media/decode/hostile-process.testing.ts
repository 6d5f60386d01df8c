/**
 * Simulates a decoder taken over by a hostile file: tries what its argument names, by all remaining means,
 * and reports whether each attempt succeeded.
 */
import { execFileSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { dropPrivileges } from './drop-privileges.ts'

export type Attack = keyof typeof attackActions
export type AttackResult = { succeeded: boolean; result: unknown }

const { attacks, keepsRoot } = JSON.parse(process.argv[2] ?? '') as {
  attacks: [Attack, string][]
  keepsRoot: boolean
}

const attackActions = {
  read: (target: string) => readFileSync(target, 'utf8'),
  list: (target: string) => readdirSync(target),
  write: (target: string) => writeFileSync(target, 'taken over'),
  link: (target: string) => symlinkSync('/', target),
  run: (target: string) => execFileSync(target, ['-c', 'echo ran'], { encoding: 'utf8' }),
  startThread: () => once(new Worker('1 + 1', { eval: true }), 'exit'),
  connect: (target: string) => once(connect(Number(target), '127.0.0.1'), 'connect'),
  fetch: async (target: string) => (await fetch(`http://127.0.0.1:${target}`)).status,
  resolve: (target: string) => lookup(target),
  kill: (target: string) => process.kill(Number(target), 0),
  readEnvironment: (target: string) =>
    Object.values(process.env).filter((value) => value?.includes(target)).length > 0 || fail(),
  /** Native code calls the system directly, without Node's permission checks. */
  decode: async (target: string) => (await (await import('sharp')).default(target).metadata()).format,
  switchUser: (target: string) => process.setuid?.(Number(target)),
}

if (!keepsRoot) {
  // Without privileges it may not be readable.
  await import('sharp').catch(() => undefined)
  dropPrivileges()
}
const results: AttackResult[] = []
for (const [attack, target] of attacks) results.push(await attempt(attack, target))
console.info(JSON.stringify(results))

async function attempt(attack: Attack, target: string): Promise<AttackResult> {
  try {
    return { succeeded: true, result: await attackActions[attack](target) }
  } catch (error) {
    return { succeeded: false, result: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

function fail(): never {
  throw new Error('not there')
}
