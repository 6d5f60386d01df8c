import { answered, type Client, jsonOf } from './client.ts'

export type Member = { id: string; username: string; email: string; password: string; client: Client }

const password = 'a quiet corner of the rack'

let made = 0

/** Registers a member the way the site does: account, then profile. */
export async function signUp(client: Client): Promise<Member> {
  const username = `member_${inLetters(made++)}`
  const email = `${username}@example.org`
  const body = { email, password, username, name: username }
  const entered = await answered(client.call('POST', '/api/auth/sign-up/email', { body }))
  await answered(client.call('POST', '/api/users/create-profile', { body: {} }))
  const { id } = jsonOf<{ user: { id: string } }>(entered).user
  return { id, username, email, password, client }
}

const letters = 'bcdfghkptvwxz'

/** Different numbers give names that do not look alike. */
function inLetters(number: number) {
  let text = ''
  for (let left = number + letters.length ** 2; left > 0; left = Math.floor(left / letters.length))
    text += letters[left % letters.length]
  return text
}
