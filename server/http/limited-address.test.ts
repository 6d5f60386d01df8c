import { expect, test } from 'vitest'
import { limitedAddress } from './limit.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
  ['2001:0DB8:000a:000B::1', '2001:db8:a:b::/64'],
  ['[2001:db8:a:b::1]:443', '2001:db8:a:b::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:a:b::', '2001:db8:a:b::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(limitedAddress(address)).toBe(counted)
})
