import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '#contract/projects.ts'
import { answered, type Client, jsonOf } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { beginUpload, sendPart } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const mb = 1024 * 1024
const uploadBytes = 30 * mb
const attackers = 4

/** Declares more uploads than the disk can hold, sends as much as possible, and saves megabytes of notes. */
export const fullDisk: Attack = {
  name: 'full-disk',
  sentence: '120 uploads of 30 MB and 80 saves of 1 MB by four members, onto a disk of 1 GB',
  async run(site) {
    const members = await Promise.all(times(attackers, (n) => site.signUp(attackerAddress(n))))
    await Promise.all(members.map(({ client }) => fill(client)))
    return () => startsAgain(site)
  },
}

async function fill(client: Client) {
  const begun = await Promise.allSettled(times(30, () => beginUpload(client.call, uploadBytes)))
  const open = begun.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const bytes = Buffer.alloc(uploadBytes, 7)
  const saving = saveLongNotes(client)
  for (const address of open) {
    const sent = await sendPart(client.call, address, bytes, { patienceMs: 30_000 }).catch(() => undefined)
    if (!sent || sent.status >= 500) break
  }
  await saving
}

async function saveLongNotes({ call }: Client) {
  const begun = await answered(call('POST', '/api/projects', { body: { title: 'Long' } })).catch(
    () => undefined,
  )
  if (!begun) return
  const { id } = jsonOf<{ project: Project }>(begun).project
  for (let turn = 0; turn < 20; turn++) {
    const notes = String(turn % 10).repeat(999_000)
    await call('PUT', `/api/projects/${id}?brief=true`, { body: { notes } }).catch(() => undefined)
  }
}

/** However full the disk is, the site must stop, start again and work. */
async function startsAgain(site: Site) {
  const faults: string[] = []
  if ((await site.stop(20_000)) === undefined) faults.push('the site did not stop on the full disk')
  await site.kill()
  const opened = await Promise.race([site.start(), sleep(30_000, false, { ref: false })])
  if (!opened) return [...faults, 'the site did not start again on the full disk']
  const home = site.client(homeAddress(90))
  const read = await home.call('GET', '/')
  if (read.status !== 200) faults.push(`after the start the home page answered ${read.status}`)
  return faults
}
