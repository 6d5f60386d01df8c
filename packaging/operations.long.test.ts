import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedMedia } from '#contract/media.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { canMakeDebian, type Debian, makeDebian13 } from '#tests/support/debian-13.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { packProject } from '#tests/support/packed-foldout.ts'
import { registerAt } from '#tests/support/registration.ts'

/** Runs the commands of docs/operations.md as they are written, in a Debian 13: as root, and as the user who runs the site. */

const guide = readFileSync('docs/operations.md', 'utf8')
const blocks = readBlocks(guide)
const [siteFolder, backups] = ['/var/lib/foldout', '/mnt/backups']
const minutes = 60_000

type Block = { section: string; text: string; isTested: boolean }

/** The indented blocks of a document, each under its heading. The paragraph above may say that it is not tested. */
function readBlocks(document: string): Block[] {
  const found: Block[] = []
  let [section, paragraph] = ['', '']
  for (const part of document.split(/\n{2,}/)) {
    section = /^#+ (.*)/m.exec(part)?.[1] ?? section
    const [indent] = /^ {4,}(?=\S)/.exec(part) ?? []
    if (indent === undefined) paragraph = part
    else {
      const text = part.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim()
      found.push({ section, text, isTested: !/not\s+tested/.test(paragraph) })
    }
  }
  return found
}

/** Settings, output and SQL begin otherwise. */
const isCommand = ({ text }: Block) => !/^([A-Z{“]|alter )/.test(text)

const testedSections = new Set<string>()
function commandsOf(section: string) {
  testedSections.add(section)
  return blocks.filter((block) => block.section === section && block.isTested && isCommand(block)).map((it) => it.text)
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

describe.skipIf(!canMakeDebian)('the guide for operators', () => {
  let debian: Debian
  let port: string
  let address: string

  beforeAll(async () => {
    debian = await makeDebian13()
    port = String(await findFreePort())
    address = `http://127.0.0.1:${port}`
    const folder = await mkdtemp(join(tmpdir(), 'foldout-archive-'))
    const { archive } = await packProject(folder)
    // The upgrade is to the same build, under the name that the guide uses.
    for (const name of guide.match(/foldout-[\w.-]+\.tgz/g) ?? [])
      copyFileSync(archive, join(debian.root, 'root', name))
    await rm(folder, { recursive: true })
  }, 15 * minutes)
  afterAll(() => debian?.remove(), 2 * minutes)

  const asRoot = (lines: string, cwd?: string) =>
    debian.run(lines.replaceAll(/(127\.0\.0\.1|localhost):3000/g, `127.0.0.1:${port}`), cwd)
  const asUser = (lines: string, cwd = siteFolder) => asRoot(`runuser -u foldout -- bash -ec ${quote(lines)}`, cwd)
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.status === 200
  const waitUntilReady = () => expect.poll(isReady, { timeout: 2 * minutes, interval: 200 }).toBe(true)
  const listBackups = () => readdirSync(join(debian.root, backups)).filter((name) => /^\d{4}-/.test(name))
  const post = async <Body>(path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie, origin: 'https://zines.example.org' }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([path, response.status < 300 ? '' : await response.text()]).toEqual([path, ''])
    return (await response.json()) as Body
  }

  test('installs a site that its own user can start', { timeout: 15 * minutes }, async () => {
    const [program = '', folders = '', service = '', proxy = ''] = commandsOf('On a server')
    await asRoot(program)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await asRoot('runuser -u foldout -- foldout --version', '/')).toMatch(new RegExp(`^${version}\\+`))
    await asRoot(folders)
    const settings = blocks.find(({ section, text }) => section === 'On a server' && text.startsWith('PUBLIC_URL'))
    await appendFile(join(debian.root, siteFolder, '.env'), `${settings?.text}\nPORT=${port}\nRATE_LIMITS=off\n`)
    await asRoot(service)
    await waitUntilReady()
    expect(await asRoot('journalctl -u foldout -n 20')).toContain('Foldout is open at https://zines.example.org')
    makeCertificate()
    expect(await asRoot(proxy)).toContain('test is successful')
    const [open = '', ...commands] = commandsOf('How to run commands').join('\n').split('\n')
    expect(await asRoot(`${open} -ec ${quote(commands.join('\n'))}`)).toContain('foldout COMMAND')
  })

  /** Where the configuration of nginx expects the certificate. */
  function makeCertificate() {
    const folder = join(debian.root, 'etc/letsencrypt/live/zines.example.org')
    mkdirSync(folder, { recursive: true })
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'privkey.pem']
    const certificate = ['-subj', '/CN=zines.example.org', '-out', 'fullchain.pem']
    execFileSync('openssl', ['req', '-x509', ...key, ...certificate], { cwd: folder, stdio: 'ignore' })
  }

  test('shows the house rules and the health of the site', { timeout: 2 * minutes }, async () => {
    const [folder = '', page = '', request = ''] = commandsOf('Rules, privacy and imprint').join('\n').split('\n')
    await asUser(`${folder}\n${page}`)
    await expect.poll(() => asRoot(request).catch(() => ''), { timeout: minutes }).toContain('House rules')
    expect(await asRoot(commandsOf('Health checks').join('\n'))).toContain('200 OK')
  })

  /** What the commands of a section need: a function changes a line, for example to name an id that exists. */
  type Preparation = () => Promise<(line: string) => string>
  const unchanged = async () => (line: string) => line
  const preparations: Record<string, Preparation> = {
    async Reports() {
      const { id, zineId } = await publishAsAna()
      await post('/api/reports', { zineId, reason: 'private' })
      await post('/api/reports', { creatorId: id, reason: 'spam' })
      const ids = (await asUser('foldout admin report list --json')).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)
      const reports = [...new Set(ids)].filter((each) => each !== zineId && each !== id)
      expect(reports).toHaveLength(2)
      return (line) => line.replace('019a…', reports[line.endsWith('keep') ? 0 : 1] ?? '')
    },
    async Members() {
      await publishAsAna()
      return (line) => line
    },
    'Operate in the browser': unchanged,
    Accounts: unchanged,
    async 'Storage and audit'() {
      await publishAsAna()
      return (line) => line
    },
    // It comes after the others that publish: its picture is blocked here, and the next section makes new members wait.
    async Zines() {
      const { zineId } = await publishAsAna()
      return (line) => line.replaceAll('019a…', zineId)
    },
    async 'Sign-ups'() {
      await appendFile(join(debian.root, siteFolder, '.env'), 'SIGN_UPS=approval\n')
      await asRoot('systemctl restart foldout')
      await waitUntilReady()
      for (const username of ['ana', 'bea'])
        await post('/api/auth/sign-up/email', { username, email: `${username}@example.org`, password: 'correct horse' })
      const invite = await asUser('foldout admin invite create --json && foldout admin invite list --json')
      const [id = ''] = invite.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? []
      return (line) => line.replace('019a…', id).replace('refuse ana', 'refuse bea')
    },
    // An announcement must end in the future.
    Announcements: async () => (line) => line.replaceAll('2026', String(new Date().getFullYear() + 1)),
    // No job has failed.
    'Jobs and mail': async () => (line) => (line.includes('retry 4711') ? 'true' : line),
  }

  async function publishAsAna() {
    const { id, cookie } = await registerAt(address, 'ana')
    await asUser('foldout admin member confirm-email ana')
    const base64String = fixture('wide.webp').toString('base64')
    const { url } = await post<UploadedMedia>('/api/upload-zine-media', { base64String }, cookie)
    const zine = { title: 'Moths', description: '', aspectRatio: '4:5', creatorId: id, mediaFiles: [url] }
    const published = await post<{ zine: { id: string } }>('/api/zines', zine, cookie)
    return { id, zineId: published.zine.id }
  }

  test.each(Object.keys(preparations))('has commands that work: %s', { timeout: 5 * minutes }, async (section) => {
    await asUser("foldout admin member remove ana --reason 'Start again.' --yes").catch(() => undefined)
    const change = await preparations[section]?.()
    for (const line of commandsOf(section).flatMap((block) => block.split('\n'))) {
      const problem = await asUser(change?.(line) ?? line).then(
        () => undefined,
        ({ stdout, stderr }) => `${stdout}${stderr}`,
      )
      expect([line, problem]).toEqual([line, undefined])
    }
  })

  test('makes, checks and tries backups, and restores them after a loss', { timeout: 10 * minutes }, async () => {
    const [make = '', verify = ''] = commandsOf('Back up')
    for (const line of make.split('\n')) expect(await asUser(line)).toMatch(/The backup \S+ is made: /)
    await asUser(verify)
    const [trial = ''] = commandsOf('Test a backup')
    const [createFolder = '', restore = '', check = '', open = ''] = trial.split('\n')
    await asRoot([createFolder, restore, check].join('\n'))
    const opened = await asRoot(
      `cd /srv/trial && PATH=$PATH timeout --preserve-status 30 ${open.replace('3001', String(await findFreePort()))}`,
    ).catch(({ stdout, stderr }) => stdout + stderr)
    expect(opened).toContain('Foldout is open')
    const [newest = '', older = ''] = listBackups().sort().reverse()
    const [after = ''] = commandsOf('After a loss')
    await asRoot('systemctl stop foldout')
    for (const line of after.replace(/\d{4}-\d\d-\d\dT\S+/, older || newest).split('\n')) {
      await asRoot(`rm -rf ${siteFolder}/data`)
      expect(await asUser(line)).toMatch(/The backup \S+ is restored: /)
    }
    await asRoot('systemctl start foldout')
    await waitUntilReady()
    await asUser('foldout admin verify')
  })

  test('upgrades, and returns to the old version', { timeout: 10 * minutes }, async () => {
    const [unpack = '', migrate = '', replace = '', back = ''] = commandsOf('Upgrade')
    await asRoot(unpack)
    // Only with DATABASE_URL: the bundled database belongs to the running site.
    await expect(asRoot(migrate)).rejects.toThrow('Foldout is already running on this data folder.')
    await asRoot(replace)
    await waitUntilReady()
    await asUser('foldout admin usage')
    await asRoot(back.replace('NAME', listBackups().sort().at(-1) ?? ''))
    await waitUntilReady()
  })

  test('says of every other command that it is not tested', () => {
    const left = blocks.filter((block) => isCommand(block) && block.isTested && !testedSections.has(block.section))
    expect(left.map(({ section, text }) => `${section}: ${text.split('\n')[0]}`)).toEqual([])
  })
})
