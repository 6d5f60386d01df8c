import { createHash, randomBytes } from 'node:crypto'
import { answered, type Client } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { beginUpload, pictureOf, preparingMs, sendPart } from '#trials/site/publish.ts'
import { type Attack, attackerAddress } from '../attack.ts'

const tus = { 'tus-resumable': '1.0.0' }

/** Ways to name one upload to whoever checks, and another to whoever writes. */
const ways = (mine: string, theirs: string) => {
  const [own, other] = [mine, theirs].map((address) => address.slice('/api/uploads/'.length))
  return [
    `${mine}?/${other}`,
    `${mine}?/api/uploads/${other}`,
    `${mine}/../${other}`,
    `${mine}/%2e%2e/${other}`,
    `${mine}%2f..%2f${other}`,
    `${mine}//${other}`,
    `${mine}#/${other}`,
    `/api/uploads/?${own}/${other}`,
    `/api/uploads/${other}?${own}`,
    theirs,
  ]
}

/** Writes into, reads and removes what another member is just uploading, whose id is known. */
export const uploads: Attack = {
  name: 'uploads',
  sentence:
    "another member's upload is written into, asked for and removed under ten spellings of its address",
  settings: { LOG_LEVEL: 'info' },
  async run(site) {
    const [victim, attacker] = [await site.signUp(homeAddress(93)), await site.signUp(attackerAddress(0))]
    const file = Buffer.concat([await pictureOf(77), randomBytes(20_000)])
    const theirs = await beginUpload(victim.client.call, file.length)
    const half = Math.floor(file.length / 2)
    await answered(sendPart(victim.client.call, theirs, file.subarray(0, half)))
    const mine = await beginUpload(attacker.client.call, file.length)
    const faults = await tryAll(attacker.client, { mine, theirs, size: file.length, half })
    return async () => {
      const id = theirs.slice('/api/uploads/'.length)
      if (site.said.includes(id)) faults.push('the id of an upload is in the log')
      return [...faults, ...(await isUntouched(victim.client, { theirs, file, half }))]
    }
  },
}

type Tried = { mine: string; theirs: string; size: number; half: number }

async function tryAll({ call }: Client, { mine, theirs, half }: Tried) {
  const faults: string[] = []
  for (const path of ways(mine, theirs)) {
    const asked = await call('HEAD', path, { headers: tus })
    if (asked.status < 300 && Number(asked.headers['upload-offset']) === half)
      faults.push(`how far another's upload is was told to ${spelled(path)}`)
    await sendPart(call, path, Buffer.alloc(64, 'X'), { offset: half }).catch(() => undefined)
  }
  for (const path of ways(mine, theirs)) await call('DELETE', path, { headers: tus }).catch(() => undefined)
  return faults
}

const spelled = (path: string) => path.replace(/[0-9a-f]{32}/g, '…')

/** What its owner sent is there and nothing else: the rest is sent, and the whole is the file it was. */
async function isUntouched(
  { call }: Client,
  { theirs, file, half }: { theirs: string; file: Buffer; half: number },
) {
  const asked = await call('HEAD', theirs, { headers: tus })
  if (asked.status !== 200) return [`another's upload is gone (${asked.status})`]
  const offset = Number(asked.headers['upload-offset'])
  if (offset !== half)
    return [`another's upload was written into: ${offset - half} bytes more than were sent`]
  await answered(sendPart(call, theirs, file.subarray(half), { offset: half }))
  const sha256 = createHash('sha256').update(file).digest('hex')
  const made = await call('POST', `${theirs}/media`, { body: { sha256 }, patienceMs: preparingMs })
  return made.status === 200 ? [] : [`another's upload is not what was sent: ${made.text.slice(0, 120)}`]
}
