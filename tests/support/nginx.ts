import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
export const hasNginx = program !== undefined && spawnSync('openssl', ['version']).status === 0

export type Nginx = Awaited<ReturnType<typeof startNginx>>

/**
 * Runs nginx with packaging/nginx.conf in front of the site at `port`, with its own certificate.
 * `replacements` replace timeouts that are too long for a test.
 */
export async function startNginx(port: number, replacements: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-nginx-'))
  // nginx's worker may run as another user, as in an installation.
  await chmod(folder, 0o711)
  const [http, https] = [await findFreePort(), await findFreePort()]
  makeCertificate(folder)
  const maintenancePage = join(folder, 'maintenance.html')
  await copyFile(new URL('../../packaging/maintenance.html', import.meta.url), maintenancePage)
  await chmod(maintenancePage, 0o644)
  const template = readFileSync(new URL('../../packaging/nginx.conf', import.meta.url), 'utf8')
  await writeFile(join(folder, 'foldout.conf'), fillTemplate(template, { folder, port, http, https, replacements }))
  for (const name of ['body', 'proxy', 'others']) await mkdir(join(folder, name), { mode: 0o777 })
  await writeFile(join(folder, 'nginx.conf'), nginxConfig(folder))
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const child = spawn(program ?? '', options, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const ca = await readFile(join(folder, 'site.pem'))
  const session = () => connect(`https://localhost:${https}`, { ca })
  await waitUntilOpen(session, ended)
  return {
    http,
    https,
    origin: `https://localhost:${https}`,
    ca,
    session,
    /** Request bodies that nginx has buffered on the disk. */
    spooled: async () => (await Promise.all(['body', 'proxy'].map((name) => readdir(join(folder, name))))).flat(),
    log: () => readFile(join(folder, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type NginxOptions = {
  folder: string
  port: number
  http: number
  https: number
  replacements: Record<string, string>
}

/** Adapts names, ports and the certificate as an operator would. Throws if the file does not contain one of them. */
function fillTemplate(text: string, { folder, port, http, https, replacements }: NginxOptions) {
  const substitutions: Record<string, string> = {
    'server 127.0.0.1:3000': `server 127.0.0.1:${port}`,
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen 127.0.0.1:${https} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/zines.example.org/fullchain.pem': join(folder, 'site.pem'),
    '/etc/letsencrypt/live/zines.example.org/privkey.pem': join(folder, 'site-key.pem'),
    'zines.example.org;': 'localhost;',
    '/opt/foldout/packaging;': `${folder};`,
    '/var/log/nginx/': `${folder}/`,
    ...replacements,
  }
  return Object.entries(substitutions).reduce((conf, [from, to]) => {
    if (!conf.includes(from)) throw new Error(`packaging/nginx.conf does not say ${from}`)
    return conf.replaceAll(from, to)
  }, text)
}

/** Replaces Debian's own nginx.conf around the site's file. All paths are in one folder. */
const nginxConfig = (folder: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  sendfile on;
  tcp_nopush on;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/others;
  uwsgi_temp_path ${folder}/others;
  scgi_temp_path ${folder}/others;
  include ${folder}/foldout.conf;
}`

/** A self-signed certificate for localhost. Clients trust it as a certificate authority. */
function makeCertificate(folder: string) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'site-key.pem']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...name, '-out', 'site.pem'], {
    cwd: folder,
    stdio: 'ignore',
  })
}

export async function waitUntilOpen(open: () => ClientHttp2Session, ended: Promise<unknown>) {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const session = open()
    const [result] = await Promise.allSettled([once(session, 'connect')])
    session.destroy()
    if (result?.status === 'fulfilled') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the web server did not start')
}

type Http2Request = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Sends one HTTP/2 request and reads the whole response. */
export async function requestHttp2(
  session: ClientHttp2Session,
  { method = 'GET', path, headers = {}, body }: Http2Request,
) {
  const stream = session.request({ ':method': method, ':path': path, ...headers })
  stream.end(body)
  const [responseHeaders] = (await once(stream, 'response')) as [Record<string, string | number>]
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return {
    status: Number(responseHeaders[':status']),
    headers: responseHeaders,
    text: String(Buffer.concat(parts)),
  }
}
