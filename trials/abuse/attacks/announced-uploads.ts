import { randomBytes } from 'node:crypto'
import { type Client, expectOk } from '#trials/site/client.ts'
import { clientAddress } from '#trials/site/load-clients.ts'
import { sendPart, startUpload, testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const mb = 1024 * 1024
const videoBytes = 50 * mb
const attackers = 17
const networks = 3

/** Announces far more uploads than the disk can hold and sends no data. */
export const announcedUploads: Attack = {
  name: 'announced-uploads',
  description: '340 uploads of 50 MB announced by 17 members from three networks, of which no byte is sent',
  settings: { MEMBER_QUOTA_MB: '2048' },
  diskMb: 8_000,
  async run(site) {
    const members = await Promise.all(repeat(attackers, (n) => site.signUp(attackerAddress(n % networks))))
    await Promise.all(members.map(({ client }) => startUploads(client)))
    return () => newMemberCanUpload(site)
  },
}

const startUploads = ({ call }: Client) => Promise.allSettled(repeat(20, () => startUpload(call, videoBytes)))

/** Uploads a picture, and a video of the maximum size. */
async function newMemberCanUpload(site: Site) {
  const { client } = await site.signUp(clientAddress(92))
  const { call } = client
  const uploads = {
    picture: async () => uploadMedia(call, Buffer.concat([await testPicture(92), randomBytes(20_000)])),
    video: async () => {
      const address = await startUpload(call, videoBytes)
      const sent = await expectOk(sendPart(call, address, Buffer.alloc(videoBytes), { timeoutMs: 60_000 }))
      if (sent.headers['upload-offset'] !== String(videoBytes)) throw new Error(sent.text)
    },
  }
  const problems: string[] = []
  for (const [what, upload] of Object.entries(uploads))
    await upload().catch((error: Error) =>
      problems.push(`there was no room for a newcomer's ${what}: ${error.message}`),
    )
  return problems
}
