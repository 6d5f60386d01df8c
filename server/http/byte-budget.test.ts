import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

function open() {
  const reserve = createByteBudget({ all: 100, each: 40 })
  const cut: string[] = []
  return {
    cut,
    take: (person: string, bytes: number, { isThere = false } = {}) =>
      reserve({ person, bytes, cut: () => !isThere && cut.push(person) > 0 }),
  }
}

const refusal = (code: string) => expect.objectContaining({ code })

test('a client gets at most its share, and releasing twice counts once', () => {
  const { take } = open()
  const giveBack = take('ana', 40)
  expect(() => take('ana', 1)).toThrow(refusal('too_many_requests'))
  giveBack()
  giveBack()
  take('ana', 40)
  take('ben', 40)
  expect(() => take('cleo', 40)).toThrow(refusal('unavailable'))
  take('cleo', 20)
})

test('when the budget is used up, the clients with the most lose their oldest requests to clients with less', () => {
  const { cut, take } = open()
  for (const id of ['ana', 'ben', 'ana', 'ben']) take(id, 20)
  take('cleo', 20)
  take('dora', 5)
  expect(cut).toEqual(['ana'])
  take('dora', 15)
  take('ed', 15)
  expect(cut).toEqual(['ana', 'ben'])
})

test('a client that would hold as much as the clients with the most is rejected', () => {
  const { cut, take } = open()
  for (const id of ['ana', 'ben', 'cleo', 'dora', 'ed']) take(id, 20)
  expect(() => take('fritz', 20)).toThrow(refusal('unavailable'))
  expect(cut).toEqual([])
})

test('a complete body is not cut off any more', () => {
  const { cut, take } = open()
  for (const id of ['ana', 'ben']) take(id, 40, { isThere: true })
  take('cleo', 20)
  expect(() => take('dora', 20)).toThrow(refusal('unavailable'))
  take('dora', 10)
  expect(cut).toEqual(['cleo'])
})
