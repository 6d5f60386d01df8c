import { expect, test } from 'vitest'
import { findOperator } from './operator-name.ts'

const service = { username: 'foldout', uid: 999, shell: '/bin/sh' }
const inContainer = { username: 'foldout', uid: 10_001, shell: '/usr/sbin/nologin' }
const ana = { username: 'ana', uid: 1000, shell: '/bin/bash' }
const root = { username: 'root', uid: 0, shell: '/bin/bash' }

test.each([
  ['sudo', { SUDO_USER: 'ana' }, { loginUser: 'ben', user: service }, 'ana'],
  ['runuser or su after a login', {}, { loginUser: 'ana', user: service }, 'ana'],
  ['a site of one’s own', {}, { loginUser: undefined, user: ana }, 'ana'],
  ['a site of root', {}, { loginUser: undefined, user: root }, 'root'],
])('the audit log names the person: %s', (_case, env, login, name) => {
  expect(findOperator(env, login)).toBe(name)
})

test.skipIf(process.platform !== 'linux').each([
  [service, 'foldout'],
  [inContainer, 'foldout'],
  [undefined, 'a user without a name'],
])('a service account must be replaced by a name', (user, name) => {
  expect(() => findOperator({}, { loginUser: undefined, user })).toThrow(
    `The audit log needs your name: this command runs as ${name}. Add --as NAME.`,
  )
})
