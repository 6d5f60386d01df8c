import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '#contract/projects.ts'
import { type Client, expectOk, parseJson } from '#trials/site/client.ts'
import { clientAddress } from '#trials/site/load-clients.ts'
import { sendPart, startUpload } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const mb = 1024 * 1024
const uploadBytes = 30 * mb
const attackers = 4

/** Declares more uploads than the disk can hold, sends as much as possible, and saves megabytes of notes. */
export const fullDisk: Attack = {
  name: 'full-disk',
  description: '120 uploads of 30 MB and 80 saves of 1 MB by four members, onto a disk of 1 GB',
  async run(site) {
    const members = await Promise.all(repeat(attackers, (n) => site.signUp(attackerAddress(n))))
    await Promise.all(members.map(({ client }) => fillDisk(client)))
    return () => checkRestart(site)
  },
}

async function fillDisk(client: Client) {
  const started = await Promise.allSettled(repeat(30, () => startUpload(client.call, uploadBytes)))
  const open = started.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const bytes = Buffer.alloc(uploadBytes, 7)
  const saving = saveLongNotes(client)
  for (const address of open) {
    const sent = await sendPart(client.call, address, bytes, { timeoutMs: 30_000 }).catch(() => undefined)
    if (!sent || sent.status >= 500) break
  }
  await saving
}

async function saveLongNotes({ call }: Client) {
  const started = await expectOk(call('POST', '/api/projects', { body: { title: 'Long' } })).catch(() => undefined)
  if (!started) return
  const { id } = parseJson<{ project: Project }>(started).project
  for (let n = 0; n < 20; n++) {
    const notes = String(n % 10).repeat(999_000)
    await call('PUT', `/api/projects/${id}?brief=true`, { body: { notes } }).catch(() => undefined)
  }
}

/** However full the disk is, the site must stop, start again and work. */
async function checkRestart(site: Site) {
  const problems: string[] = []
  if ((await site.stop(20_000)) === undefined) problems.push('the site did not stop on the full disk')
  await site.kill()
  const opened = await Promise.race([site.start(), sleep(30_000, false, { ref: false })])
  if (!opened) return [...problems, 'the site did not start again on the full disk']
  const home = site.client(clientAddress(90))
  const read = await home.call('GET', '/')
  if (read.status !== 200) problems.push(`after the start the home page answered ${read.status}`)
  return problems
}
