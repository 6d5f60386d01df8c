import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#server/db/connection.ts'
import { changeOwner, chooseServiceUser } from '#server/db/embedded/service-user.ts'

/** `PGBOUNCER_PATH` selects another pgbouncer than Debian's, such as a newer one. */
const program = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer'

export const hasPgbouncer = existsSync(program)

type PgbouncerOptions = {
  mode: 'session' | 'transaction'
  /** Additional lines of pgbouncer's settings. */
  settings?: string
}

/** Debian's pgbouncer in front of a database of the run. In transaction mode it has two server connections. */
export async function startPgbouncer(to: Connection, { mode, settings = '' }: PgbouncerOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-bouncer-'))
  const user = chooseServiceUser(join(folder, 'none'))
  await chmod(folder, 0o700)
  await writeFile(join(folder, 'users.txt'), `"${to.user}" ""\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${to.database} = host=${to.host} port=${to.port}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 2}
${settings}
`,
  )
  for (const path of [folder, join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]) changeOwner(user, path)
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { ...user, cwd: '/', stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await isListening(join(folder, '.s.PGSQL.6432'))))
    await Promise.race([sleep(5), ended.then(throwNotStarted)])
  return {
    url: `postgres:///${to.database}?host=${folder}&port=6432&user=${to.user}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The socket exists shortly before pgbouncer listens on it. */
const isListening = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

function throwNotStarted(): never {
  throw new Error('pgbouncer did not start')
}
