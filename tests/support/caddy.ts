import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { waitUntilOpen } from './nginx.ts'

const program = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path))
export const hasCaddy = program !== undefined

/** Runs Caddy with packaging/Caddyfile in front of the site at `port`, with a certificate of its own authority. */
export async function startCaddy(port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-caddy-'))
  const https = await findFreePort()
  const template = readFileSync(new URL('../../packaging/Caddyfile', import.meta.url), 'utf8')
  const site = template
    .replace('zines.example.org {', `https://localhost:${https} {\n\ttls internal`)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
  await writeFile(join(folder, 'Caddyfile'), `${options(folder)}\n${site}`)
  const child = spawn(program ?? '', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const session = () => connect(`https://localhost:${https}`, { rejectUnauthorized: false })
  await waitUntilOpen(session, ended)
  return {
    session,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const options = (folder: string) => `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${folder}
}`
