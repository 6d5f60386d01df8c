import type { UserProfile } from '#contract/creators.ts'
import { type Attack, attackerAddress } from '../attack.ts'
import { answered, type Client, jsonOf } from '../client.ts'
import { homeAddress } from '../honest-people.ts'
import { password } from '../member.ts'

/** The victim's, in letters of other scripts and other forms of them. */
const lookAlikes = [
  'trіckster',
  'triсkster',
  'trickstеr',
  'ｔｒｉｃｋｓｔｅｒ',
  'TRICKSTER',
  'tr1ckster',
  'trick\u200bster',
]
/** Nobody's, and yet of two scripts: they would look like a name that somebody takes later. */
const mixed = ['pаper_moth', 'night_bυs']

/** Takes names that cannot be told from another's, through every door there is. */
export const names: Attack = {
  name: 'names',
  sentence: 'nine look-alikes of names are asked about, registered and taken by a rename',
  async run(site) {
    await site.signUp(homeAddress(95), 'trickster')
    const attacker = await site.signUp(attackerAddress(0), 'patient_fox')
    const faults: string[] = []
    for (const [n, username] of [...lookAlikes, ...mixed].entries()) {
      const doors = await refusals(site.client(attackerAddress(n + 1)), attacker.client, {
        id: attacker.id,
        username,
      })
      const open = doors.filter(([, isRefused]) => !isRefused).map(([door]) => door)
      if (open.length > 0)
        faults.push(`the look-alike ${JSON.stringify(username)} passes ${open.join(' and ')}`)
    }
    return async () => {
      const now = await nameOf(attacker.client, attacker.id)
      return now === 'patient_fox' ? faults : [...faults, `the attacker is now called ${now}`]
    }
  },
}

type Wanted = { id: string; username: string }

async function refusals(
  stranger: Client,
  member: Client,
  { id, username }: Wanted,
): Promise<[string, boolean][]> {
  const email = `${Buffer.from(username).toString('hex')}@example.org`
  const asked = await stranger.call('POST', '/api/validate-registration', { body: { email, username } })
  const entered = await stranger.call('POST', '/api/auth/sign-up/email', {
    body: { email, password, username },
  })
  const renamed = await member.call('PUT', `/api/users/${id}`, { body: { username } })
  return [
    ['the check', asked.status >= 400 || !jsonOf<{ valid: boolean }>(asked).valid],
    ['registration', entered.status >= 400],
    ['a rename', renamed.status >= 400],
  ]
}

async function nameOf({ call }: Client, id: string) {
  return jsonOf<{ user: UserProfile }>(await answered(call('GET', `/api/users/${id}`))).user.username
}
