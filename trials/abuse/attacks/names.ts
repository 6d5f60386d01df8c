import type { UserProfile } from '#contract/creators.ts'
import { answered, type Client, jsonOf } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { password } from '#trials/site/member.ts'
import { type Attack, attackerAddress } from '../attack.ts'

/** The victim's name, in letters of other scripts and other forms of them: nobody may take these. */
const lookAlikes = [
  'trіckster',
  'triсkster',
  'trickstеr',
  'ｔｒｉｃｋｓｔｅｒ',
  'TRICKSTER',
  'tr1ckster',
  'trick\u200bster',
]
/** Of two scripts, and like the attacker's own: whatever the rule says of these, it says so at every door. */
const mixed = ['pаper_moth', 'night_bυs', 'pаtient_fox']

/** Takes names that cannot be told from another's, through every door there is. */
export const names: Attack = {
  name: 'names',
  sentence: `${lookAlikes.length + mixed.length} look-alikes of names are asked about, taken by a rename and registered`,
  async run(site) {
    await site.signUp(homeAddress(95), 'trickster')
    const attacker = await site.signUp(attackerAddress(0), own)
    const faults: string[] = []
    for (const [n, username] of [...lookAlikes, ...mixed].entries()) {
      const stranger = site.client(attackerAddress(n + 1))
      const doors = await refusals(stranger, attacker.client, { id: attacker.id, username })
      const open = doors.filter(([, isRefused]) => !isRefused).map(([door]) => door)
      const mayPass = mixed.includes(username) && open.length === doors.length
      if (open.length > 0 && !mayPass)
        faults.push(`${JSON.stringify(username)} passes ${open.join(' and ')}, and not everything`)
    }
    return async () => {
      const now = await nameOf(attacker.client, attacker.id)
      return now === own ? faults : [...faults, `the attacker is now called ${now}`]
    }
  },
}

const own = 'patient_fox'

type Wanted = { id: string; username: string }

async function refusals(
  stranger: Client,
  member: Client,
  { id, username }: Wanted,
): Promise<[string, boolean][]> {
  const email = `${Buffer.from(username).toString('hex')}@example.org`
  const asked = await stranger.call('POST', '/api/validate-registration', { body: { email, username } })
  const renamed = await member.call('PUT', `/api/users/${id}`, { body: { username } })
  if (renamed.status < 400) await member.call('PUT', `/api/users/${id}`, { body: { username: own } })
  const entered = await stranger.call('POST', '/api/auth/sign-up/email', {
    body: { email, password, username },
  })
  return [
    ['the check', asked.status >= 400 || !jsonOf<{ valid: boolean }>(asked).valid],
    ['registration', entered.status >= 400],
    ['a rename', renamed.status >= 400],
  ]
}

async function nameOf({ call }: Client, id: string) {
  return jsonOf<{ user: UserProfile }>(await answered(call('GET', `/api/users/${id}`))).user.username
}
