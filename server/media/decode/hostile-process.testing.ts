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

export type Deed = keyof typeof deeds
export type Came = { through: boolean; with: unknown }

const { tries, isRootLeftAlone } = JSON.parse(process.argv[2] ?? '') as {
  tries: [Deed, string][]
  isRootLeftAlone: boolean
}

const deeds = {
  read: (what: string) => readFileSync(what, 'utf8'),
  list: (what: string) => readdirSync(what),
  write: (what: string) => writeFileSync(what, 'taken over'),
  link: (what: string) => symlinkSync('/', what),
  run: (what: string) => execFileSync(what, ['-c', 'echo ran'], { encoding: 'utf8' }),
  think: () => once(new Worker('1 + 1', { eval: true }), 'exit'),
  connect: (what: string) => once(connect(Number(what), '127.0.0.1'), 'connect'),
  fetch: async (what: string) => (await fetch(`http://127.0.0.1:${what}`)).status,
  resolve: (what: string) => lookup(what),
  kill: (what: string) => process.kill(Number(what), 0),
  look: (what: string) =>
    Object.values(process.env).filter((value) => value?.includes(what)).length > 0 || fail(),
  /** Native code calls the system directly, without Node's permission checks. */
  decode: async (what: string) => (await (await import('sharp')).default(what).metadata()).format,
  become: (what: string) => process.setuid?.(Number(what)),
}

if (!isRootLeftAlone) {
  // Without privileges it may not be readable.
  await import('sharp').catch(() => undefined)
  dropPrivileges()
}
const came: Came[] = []
for (const [deed, what] of tries) came.push(await attempt(deed, what))
console.info(JSON.stringify(came))

async function attempt(deed: Deed, what: string): Promise<Came> {
  try {
    return { through: true, with: await deeds[deed](what) }
  } catch (error) {
    return { through: false, with: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

function fail(): never {
  throw new Error('not there')
}
