import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

function open() {
  const reserve = createByteBudget({ maxTotal: 100, maxPerClient: 40 })
  const aborted: string[] = []
  return {
    aborted,
    reserveFor: (person: string, bytes: number, { isThere = false } = {}) =>
      reserve({ client: person, bytes, abort: () => !isThere && aborted.push(person) > 0 }),
  }
}

const errorWith = (code: string) => expect.objectContaining({ code })

test('a client gets at most its share, and releasing twice counts once', () => {
  const { reserveFor } = open()
  const release = reserveFor('ana', 40)
  expect(() => reserveFor('ana', 1)).toThrow(errorWith('too_many_requests'))
  release()
  release()
  reserveFor('ana', 40)
  reserveFor('ben', 40)
  expect(() => reserveFor('cleo', 40)).toThrow(errorWith('unavailable'))
  reserveFor('cleo', 20)
})

test('when the budget is used up, the clients with the most lose their oldest requests to clients with less', () => {
  const { aborted, reserveFor } = open()
  for (const id of ['ana', 'ben', 'ana', 'ben']) reserveFor(id, 20)
  reserveFor('cleo', 20)
  reserveFor('dora', 5)
  expect(aborted).toEqual(['ana'])
  reserveFor('dora', 15)
  reserveFor('ed', 15)
  expect(aborted).toEqual(['ana', 'ben'])
})

test('a client that would hold as much as the clients with the most is rejected', () => {
  const { aborted, reserveFor } = open()
  for (const id of ['ana', 'ben', 'cleo', 'dora', 'ed']) reserveFor(id, 20)
  expect(() => reserveFor('fritz', 20)).toThrow(errorWith('unavailable'))
  expect(aborted).toEqual([])
})

test('a complete body is not cut off any more', () => {
  const { aborted, reserveFor } = open()
  for (const id of ['ana', 'ben']) reserveFor(id, 40, { isThere: true })
  reserveFor('cleo', 20)
  expect(() => reserveFor('dora', 20)).toThrow(errorWith('unavailable'))
  reserveFor('dora', 10)
  expect(aborted).toEqual(['cleo'])
})
