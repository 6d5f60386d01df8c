import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readAddress } from './database-address.ts'

test.each([
  ['postgres://u:p@one/db', 'postgres://u:p@one/db'],
  ['postgres://u:p,w@one/db', 'postgres://u:p,w@one/db'],
  ['postgres:///db?host=/run/sock&user=u', 'postgres:///db?host=/run/sock&user=u'],
  ['postgres://u:p@one/db?target_session_attrs=primary', 'postgres://u:p@one/db'],
  ['postgres://u:p@one/db?options=-c%20a=b&application_name=x&ssl=1', 'postgres://u:p@one/db?ssl=1'],
  ['postgres://u:p@one/db?pool_mode=session', 'postgres://u:p@one/db'],
])('%s is passed on without what only we understand', (address, url) => {
  expect(readAddress(address).url).toBe(url)
})

const several = 'names several servers; name one, such as an HAProxy that routes to the primary'

test.each([
  ['mysql://u@one/db', 'does not start with postgres://'],
  ['postgres://u:p@one,two:5433/db', several],
  ['postgres:///db?host=/a,/b&user=u', several],
  ['postgres://u:p@one:70000/db', 'contains a character that must be percent-encoded, perhaps in the password'],
])('%s stops the start with the problem, without the password', (DATABASE_URL, problem) => {
  const env = {
    DATA_DIR: '/tmp',
    SECRET: 'x'.repeat(32),
    DATABASE_URL: DATABASE_URL.replace(':p@', ':hunter2@'),
  }
  const must = 'must be an address such as postgres://user:password@host/database'
  const message = `Foldout cannot start: DATABASE_URL ${must} (it ${problem}; its value is not shown).`
  expect(() => readConfig(env)).toThrow(new Error(message))
})
