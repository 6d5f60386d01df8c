import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readAddress } from './database-address.ts'

test.each([
  ['postgres://u:p@one/db', ['postgres://u:p@one/db'], false],
  ['postgres:///db?host=/run/sock&user=u', ['postgres:///db?host=/run/sock&user=u'], false],
  ['postgres://u:p@one:1,two:2/db', ['postgres://u:p@one:1/db', 'postgres://u:p@two:2/db'], true],
  [
    'postgresql://u@[::1]:5432,two/db?sslmode=verify-full&target_session_attrs=read-write',
    ['postgresql://u@[::1]:5432/db?sslmode=verify-full', 'postgresql://u@two/db?sslmode=verify-full'],
    true,
  ],
  [
    'postgres:///db?host=/a,/b&port=1,2&user=u',
    ['postgres:///db?host=%2Fa&port=1&user=u', 'postgres:///db?host=%2Fb&port=2&user=u'],
    true,
  ],
  [
    'postgres:///db?host=one,two&port=6432',
    ['postgres:///db?host=one&port=6432', 'postgres:///db?host=two&port=6432'],
    true,
  ],
  ['postgres://u:p@one/db?target_session_attrs=primary', ['postgres://u:p@one/db'], true],
  ['postgres://u:p@one/db?options=-c%20a=b&application_name=x&ssl=1', ['postgres://u:p@one/db?ssl=1'], false],
  ['postgres://u:p@one/db?target_session_attrs=any&pool_mode=session', ['postgres://u:p@one/db'], false],
])('%s has the servers it names', (address, servers, moves) => {
  expect(readAddress(address)).toMatchObject({ servers, moves })
})

test.each([
  ['mysql://u@one/db', 'must be an address such as postgres://user:password@host/database'],
  ['postgres://u:p@one,,two/db', 'names 3 hosts, of which one is empty'],
  ['postgres://u:p@one:x,two/db', 'has a host that cannot be read'],
  ['postgres://u:p@one:70000/db', 'has a host that cannot be read'],
  ['postgres:///db?host=a,b,c&port=1,2', 'names 3 hosts and 2 ports'],
  [
    'postgres://u:p@one/db?pool_mode=statement',
    'can have pool_mode as session or transaction, not as statement',
  ],
  [
    'postgres://u:p@one,two/db?target_session_attrs=prefer-standby',
    'can have target_session_attrs as read-write or primary or any, not as prefer-standby; servers that take no writes belong into DATABASE_READ_URL',
  ],
])('%s stops the start with what is wrong with it, and without the password', (DATABASE_URL, fault) => {
  const env = {
    DATA_DIR: '/tmp',
    SECRET: 'x'.repeat(32),
    DATABASE_URL: DATABASE_URL.replace(':p@', ':hunter2@'),
  }
  const must = 'must be an address such as postgres://user:password@host/database'
  const message = `Foldout cannot start: DATABASE_URL ${must} (it ${fault}; its value is not shown).`
  expect(() => readConfig(env)).toThrow(new Error(message))
})

test('an address past a pgbouncer alone is refused', () => {
  expect(() => readConfig({ DATA_DIR: '/tmp', DATABASE_DIRECT_URL: 'postgres://u@one/db' })).toThrow(
    'DATABASE_DIRECT_URL is set, so DATABASE_URL must be set as well.',
  )
})
