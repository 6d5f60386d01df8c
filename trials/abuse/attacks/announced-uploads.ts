import { randomBytes } from 'node:crypto'
import { answered, type Client } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { beginUpload, pictureOf, sendPart, uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const mb = 1024 * 1024
const videoBytes = 50 * mb
const attackers = 17
const networks = 3

/** Announces far more uploads than the disk can hold and sends no data. */
export const announcedUploads: Attack = {
  name: 'announced-uploads',
  sentence: '340 uploads of 50 MB announced by 17 members from three networks, of which no byte is sent',
  settings: { MEMBER_QUOTA_MB: '2048' },
  diskMb: 8_000,
  async run(site) {
    const members = await Promise.all(times(attackers, (n) => site.signUp(attackerAddress(n % networks))))
    await Promise.all(members.map(({ client }) => announceAll(client)))
    return () => hasRoomForANewcomer(site)
  },
}

const announceAll = ({ call }: Client) => Promise.allSettled(times(20, () => beginUpload(call, videoBytes)))

/** Uploads a picture, and a video of the maximum size. */
async function hasRoomForANewcomer(site: Site) {
  const { client } = await site.signUp(homeAddress(92))
  const { call } = client
  const uploads = {
    picture: async () => uploadMedia(call, Buffer.concat([await pictureOf(92), randomBytes(20_000)])),
    video: async () => {
      const address = await beginUpload(call, videoBytes)
      const sent = await answered(sendPart(call, address, Buffer.alloc(videoBytes), { patienceMs: 60_000 }))
      if (sent.headers['upload-offset'] !== String(videoBytes)) throw new Error(sent.text)
    },
  }
  const faults: string[] = []
  for (const [what, upload] of Object.entries(uploads))
    await upload().catch((error: Error) =>
      faults.push(`there was no room for a newcomer's ${what}: ${error.message}`),
    )
  return faults
}
