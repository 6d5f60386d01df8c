import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

/** A public site whose operator forgot about mail and proxies: what stands in its log, and what is believed of a visitor. */
export const log: Attack = {
  name: 'log',
  sentence: 'a public site without SMTP mails links, and a visitor claims 70 addresses to be limited as none',
  settings: { PUBLIC_URL: 'https://zines.example', LOG_LEVEL: 'info' },
  async run(site) {
    const member = await site.signUp(homeAddress(98))
    const stranger = site.client(attackerAddress(0))
    await stranger.call('POST', '/api/auth/request-password-reset', { body: { email: member.email } })
    const isLimited = await claimAddresses(stranger)
    await sleep(3_000)
    const { said } = site
    const faults = [
      /token=/.test(said) && 'links that sign somebody in stand in the log',
      !/SMTP_URL/.test(said) && 'nothing says that mail goes nowhere (SMTP_URL)',
      !/TRUST_PROXY/.test(said) && 'nothing says that forwarded addresses are not believed (TRUST_PROXY)',
      !isLimited && 'who claims to be forwarded is not limited',
    ]
    return async () => [...faults.filter((fault) => fault !== false), ...(await startsWithShortSecret(site))]
  },
}

/** Answers whether the limit of one address was met. */
async function claimAddresses({ call }: Client) {
  const answers = await Promise.all(
    times(70, (n) =>
      call('POST', '/api/users/get-email-by-username', {
        body: { username: 'somebody' },
        headers: { 'x-forwarded-for': `10.${n}.2.3` },
      }),
    ),
  )
  return answers.some(({ status }) => status === 429)
}

/** A secret that was cut off is worse than none, since everybody could guess what it signs. */
async function startsWithShortSecret(site: Site) {
  const file = join(site.dataDir, 'secret')
  await site.stop(20_000)
  await site.kill()
  await rename(file, `${file}.whole`)
  await writeFile(file, 'cut off', { mode: 0o600 })
  const opened = await site.start()
  await site.kill()
  await rename(`${file}.whole`, file)
  return opened ? ['the site started with a secret of seven characters'] : []
}
