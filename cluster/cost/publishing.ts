import { openClient } from '../../siege/client.ts'
import { homeAddress } from '../../siege/honest-people.ts'
import { type Member, signUp } from '../../siege/member.ts'
import { pictureOf, publish, uploadMedia } from '../../siege/publish.ts'

const publishers = 2

/** Some members, registered before anything is counted, who upload and publish one zine after the other; answers how many came of it. */
export async function openPublishers(url: string) {
  const port = Number(new URL(url).port)
  const sitDown = (n: number) => signUp(openClient(port, homeAddress(n + 1)))
  const members = await Promise.all(Array.from({ length: publishers }, (_, n) => sitDown(n)))
  return async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    const made = await Promise.all(members.map((member, n) => publishUntil(member, n, until)))
    return made.reduce((sum, count) => sum + count, 0)
  }
}

async function publishUntil({ client }: Member, n: number, until: number) {
  let count = 0
  for (; performance.now() < until; count++) {
    const picture = await pictureOf(count * publishers + n)
    const mediaFiles = [await uploadMedia(client.call, picture)]
    await publish(client.call, { title: `Issue ${count + 1}`, mediaFiles })
  }
  return count
}
