import { describe, expect, test } from 'vitest'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true })

type ApiResponse = {
  user: { username: string; name: string | null; bio: string | null; websiteUrl: string | null }
}
const updateMember = (as: Member, body: object, id = as.id) =>
  site.put<ApiResponse & { code?: string; error?: string }>(`/api/users/${id}`, body, as)

describe('a username', () => {
  test('is changed, and found by the new one from then on', async () => {
    const member = await site.signUp('old_moth')
    await publishOnePage(site, member, 'A zine of the moth')
    expect((await updateMember(member, { username: ' new_owl ' })).body.user.username).toBe('new_owl')
    const findBySearch = async (list: 'zines' | 'users', search: string) =>
      Object.values((await site.get(`/api/search/${list}?search=${search}`)).body)[0]
    await expect.poll(() => findBySearch('zines', 'new_owl')).toHaveLength(1)
    for (const list of ['zines', 'users'] as const) expect(await findBySearch(list, 'old_moth')).toEqual([])
    expect((await site.signUp('old_moth')).username).toBe('old_moth')
  })

  test('can change its case', async () => {
    const member = await site.signUp('quietcase')
    expect((await updateMember(member, { username: 'QuietCase' })).body.user.username).toBe('QuietCase')
  })

  test.each([
    ['', 'Username cannot be empty'],
    ['   ', 'Username cannot be empty'],
    ['ab', 'Usernames are 3 to 30 characters long. This one has 2.'],
    ['admin', 'This username is reserved. Please choose another one.'],
    ['adm1n', 'This username is reserved. Please choose another one.'],
  ])('%j is rejected, and the rest of the request is not applied', async (username, error) => {
    const member = await site.signUp()
    const response = await updateMember(member, { username, bio: 'Not written.' })
    expect(response).toMatchObject({ status: 400, body: { error } })
    expect((await updateMember(member, {})).body.user).toMatchObject({ username: member.username, bio: null })
  })

  test('that is taken, or looks like a taken one, is rejected', async () => {
    const [member] = [await site.signUp(), await site.signUp('lantern')]
    for (const username of ['lantern', 'LANTERN', 'ｌａｎｔｅｒｎ', 'Iantern'])
      expect(await updateMember(member, { username })).toMatchObject({
        status: 409,
        body: { code: 'username_taken' },
      })
  })

  test('that mixes alphabets is rejected for everyone, and stays valid for the member who has it', async () => {
    const member = await site.signUp('trick')
    const rejected = { status: 400, body: { error: expect.stringContaining('alphabets') } }
    for (const as of [member, await site.signUp()])
      expect(await updateMember(as, { username: 'trіck' })).toMatchObject(rejected)
    await site.sql(`update users set username = 'trіck' where id = $1`, member.id)
    const lookalike = { username: 'trіck', bio: 'Written.' }
    expect((await updateMember(member, lookalike)).body.user).toMatchObject(lookalike)
  })

  test('from before the look-alike rule belongs to its owner alone, at the check, at registration and at a rename', async () => {
    const holder = await site.signUp()
    await site.sql(`update users set username = 'w00l', username_key = 'w00l' where id = $1`, holder.id)
    const stranger = await site.signUp()
    const [email, password, username] = ['wool@example.org', 'long enough', 'W00l']
    const check = await site.post('/api/validate-registration', { email, username })
    expect(check.body.errors).toEqual(['This username is already taken.'])
    expect((await site.auth('sign-up/email', { email, password, username })).status).toBe(409)
    expect((await updateMember(stranger, { username })).status).toBe(409)
    expect((await updateMember(holder, { username: 'W00L' })).status).toBe(200)
  })

  test('that several members request concurrently, by registering and by renaming, is given to one of them', async () => {
    const members = await callConcurrently(4, () => site.signUp())
    const registered = ['SCОPE_1', 'scope_l', 'ѕсоре_1', 'sc0pe_1'].map((username, at) =>
      site.auth('sign-up/email', { email: `scope${at}@example.org`, password: 'long enough', username }),
    )
    const renamed = members.map((member) => updateMember(member, { username: 'scope_I' }))
    const answers = await Promise.all([...registered, ...renamed])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 400, ...Array(6).fill(409)])
    for (const { text } of answers) expect(text).not.toMatch(/username_key|users_|constraint/)
    const key = usernameKey('scope_1')
    expect(await site.sql('select from users where username_key = $1', key)).toHaveLength(1)
  })
})

describe('a profile', () => {
  test('keeps omitted fields, and clears empty ones', async () => {
    const member = await site.signUp()
    const profile = { bio: 'Moths.\nAnd more moths.', websiteUrl: 'https://moths.example/wren' }
    const website = 'https://shop.example'
    await updateMember(member, {
      name: 'Wren',
      ...profile,
      contactInfo: { email: 'hello@moths.example', website },
    })
    await updateMember(member, { contactInfo: { email: '' } })
    await updateMember(member, { name: null })
    const left = { name: null, ...profile, contactInfo: { email: null, website } }
    expect((await updateMember(member, {})).body.user).toMatchObject(left)
    expect((await updateMember(member, { websiteUrl: '' })).body.user.websiteUrl).toBeNull()
  })

  test('cannot be changed by a stranger or a guest', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    expect((await updateMember(stranger, { bio: 'Mine now.' }, member.id)).status).toBe(403)
    expect((await site.put(`/api/users/${member.id}`, { bio: 'Mine now.' })).status).toBe(401)
    expect((await updateMember(member, {})).body.user.bio).toBeNull()
  })
})
