import { type Client, expectOk, parseJson } from './client.ts'

export type Member = { id: string; username: string; email: string; password: string; client: Client }

const password = 'a quiet corner of the rack'

let memberCount = 0

/** Registers a member the way the site does: account, then profile. */
export async function signUp(client: Client): Promise<Member> {
  const username = `member_${toLetters(memberCount++)}`
  const email = `${username}@example.org`
  const body = { email, password, username, name: username }
  const response = await expectOk(client.call('POST', '/api/auth/sign-up/email', { body }))
  await expectOk(client.call('POST', '/api/users/create-profile', { body: {} }))
  const { id } = parseJson<{ user: { id: string } }>(response).user
  return { id, username, email, password, client }
}

const alphabet = 'bcdfghkptvwxz'

/** Different numbers give names that do not look alike. */
function toLetters(number: number) {
  let text = ''
  for (let left = number + alphabet.length ** 2; left > 0; left = Math.floor(left / alphabet.length))
    text += alphabet[left % alphabet.length]
  return text
}
