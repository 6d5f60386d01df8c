import type { Scenario } from './scenario.ts'
import { reader } from './seed/seed-library.ts'

function signIn(name: string, body: (known: typeof reader) => object): Scenario {
  return {
    name: `sign-in-${name}`,
    title: `a sign-in: ${name}`,
    least: { cpuMs: 30 },
    repeatable: false,
    isExtra: true,
    status: name === 'known' ? 200 : 401,
    request: () => ({ method: 'POST', path: '/api/auth/sign-in/email', body: body(reader) }),
  }
}

const emptyCall = { path: '/api/auth/providers' }
const look = { least: { cpuMs: 0.1, over: 'call-guest' }, repeatable: false }

/** What a session costs, on a call that does nothing else; and what it costs to begin one. */
export const sessionScenarios: Scenario[] = [
  {
    name: 'call-guest',
    title: 'an empty call, by a guest',
    least: {},
    repeatable: false,
    isExtra: true,
    request: () => emptyCall,
  },
  {
    ...look,
    name: 'call-cookie',
    title: 'the same, by a member with a cookie',
    isExtra: true,
    request: () => ({ ...emptyCall, asReader: true }),
  },
  {
    ...look,
    name: 'call-token',
    title: 'the same, with an access token',
    isExtra: true,
    request: () => ({ ...emptyCall, asReader: 'token' }),
  },
  signIn('known', ({ email, password }) => ({ email, password })),
  signIn('wrong', ({ email }) => ({ email, password: 'not the password' })),
  signIn('unknown', () => ({ email: 'nobody@example.org', password: 'not the password' })),
]
