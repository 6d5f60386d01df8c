import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { creatorId, exampleCreator, exampleProfile } from '#web/creators/example-creator.testing.ts'
import { button, isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { memberId, memberServer, openSite, refusal } from '#web/site/site.testing.tsx'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { Page, Profile } from './profile-page.tsx'

const path = `/api/users/${memberId}`
const put = `PUT ${path}`
const wren = exampleProfile({ id: memberId, username: 'wren', bio: null, zineCount: 0, followerCount: 1 })
const nothing = { zines: [], nextCursor: null }
const moths = exampleZine({ title: 'Plot 14B', creatorId: memberId, mediaUrls: [dot] })
const noProjects = { projects: [], nextCursor: null }
const server = memberServer({
  [`${path}/projects?state=active&brief=true`]: noProjects,
  [`${path}/projects?state=finished&brief=true`]: noProjects,
  [path]: { user: wren },
  [`${path}/zines`]: nothing,
  [`${path}/favorite-creators`]: { creators: [exampleCreator({})], nextCursor: null },
  [`/api/users/${creatorId}`]: { user: exampleProfile({ followerCount: 2 }) },
  [`/api/users/${creatorId}/zines`]: nothing,
  [`${path}/favorite-creators/${creatorId}`]: { isFollowing: false },
})

const routes = [{ path: '/profile/:id?', Component: Page }]
const open = (at = `/profile/${memberId}`) => openSite({ at, routes })
const named = (name: string) => isSeen(page.getByRole('heading', { level: 1, name }))
const { writes } = server
const saved = { title: 'Profile Updated', description: 'Your profile has been updated successfully.' }

test('an unknown ID is reported as not found', async () => {
  const answer = server.hold(path)
  await open()
  await expect.element(page.getByText('Loading the profile')).toBeInTheDocument()
  answer(refusal(404, 'Not found', 'not_found'))
  await named('User not found')
  await isSeen("The user you're looking for doesn't exist.")
})

test('a profile that failed to load can be loaded again', async () => {
  server.answers[path] = new Response('', { status: 503 })
  await open()
  await isSeen('The profile could not be loaded')
  expect(document.title).toBe('Profile · Foldout')
  server.answers[path] = { user: wren }
  await button('Try again').click()
  await named('wren')
})

test('the last Load more moves focus to the first of the new zines', async () => {
  const sheets = exampleZine({ id: creatorId, title: 'Bed Sheets', creatorId: memberId, mediaUrls: [dot] })
  server.answers[path] = { user: { ...wren, zineCount: 2 } }
  server.answers[`${path}/zines`] = { zines: [moths], nextCursor: 'more' }
  server.answers[`${path}/zines?cursor=more`] = { zines: [sheets], nextCursor: null }
  await open()
  const more = page.getByRole('link', { name: 'Load more' })
  await isSeen(more)
  more.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Bed Sheets' })).toHaveFocus()
})

test('an owner whose zines are all hidden does not see the empty state', async () => {
  const hidden = { at: '2026-01-02T03:04:05.000Z', reason: 'Page 2 shows a home.' }
  server.answers[`${path}/hidden-zines?limit=100`] = { zines: [{ ...moths, hidden }], nextCursor: null }
  await open('/profile')
  await isSeen(page.getByRole('heading', { name: 'Not shown to others' }))
  await isSeen(page.getByRole('heading', { name: 'No zines on show' }))
  await isSeen(button('Upload'))
  expect(page.getByText(/haven't uploaded any zines/).elements()).toEqual([])
})

test('a guest has no profile of their own', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await open('/profile')
  await named('Your profile')
  await isSeen(button('Sign In'))
})

test('structured data names the creator, whatever a bio contains', async () => {
  server.answers[path] = { user: { ...wren, bio: '</script><b>moths</b>' } }
  await openSite({ at: '/', routes: [{ path: '/', Component: () => <Profile id={memberId} /> }] })
  await named('wren')
  const block = document.querySelector('script[type="application/ld+json"]')
  expect(block?.textContent).not.toContain('<')
  expect(JSON.parse(block?.textContent ?? '')).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'wren', description: '</script><b>moths</b>' },
  })
})

const username = page.getByLabelText('Username')
async function editName(name: string) {
  await open()
  await button('Edit username').click()
  await expect.element(username).toHaveFocus()
  await username.fill(name)
}

test.each(['   ', 'wren', ' wren '])('the name "%s" is not worth a call', async (name) => {
  await editName(name)
  await button('Save').click()
  await named('wren')
  expect(writes()).toEqual([])
})

test('a name that is cancelled is what it was', async () => {
  await editName('moth')
  await userEvent.keyboard('{Escape}')
  await named('wren')
  await expect.element(button('Edit username')).toHaveFocus()
  await button('Edit username').click()
  await expect.element(username).toHaveValue('wren')
  await button('Cancel').click()
  await named('wren')
  expect(writes()).toEqual([])
})

const noSpaces = 'Usernames cannot have spaces. Use _ . or - instead.'
const taken = 'This username is already taken.'
test.each([
  ['a b', undefined, noSpaces, 0],
  ['moth', refusal(409, taken, 'username_taken'), taken, 1],
  ['moth', new Response('', { status: 502 }), 'Failed to update username', 1],
])(
  'a name that cannot be one or be saved stays in its field (%#)',
  async (name, answer, description, calls) => {
    server.answers[put] = answer
    await editName(name)
    await button('Save').click()
    await said({ title: 'Error updating username', description, variant: 'destructive' })
    await expect.element(username).toHaveValue(name)
    await expect.element(username).toHaveFocus()
    await expect.element(username).toHaveAccessibleDescription(expect.stringContaining(description))
    expect(writes()).toHaveLength(calls)
  },
)

test('a name is saved once, however often the button is clicked', async () => {
  const answer = server.hold(put)
  await editName('moth')
  await button('Save').click()
  await button('Saving...').click({ force: true })
  await userEvent.keyboard('{Escape}')
  expect(writes()).toHaveLength(1)
  answer({ user: { ...wren, username: 'moth' } })
  await said(saved)
})

test('a profile that was deleted before the next read says so', async () => {
  server.answers[put] = { user: { ...wren, username: 'moth' } }
  await editName('moth')
  server.answers[path] = refusal(404, 'Not found', 'not_found')
  await button('Save').click()
  await named('User not found')
})

test('the name above the username is edited with it, and alone when only it was changed', async () => {
  server.answers[put] = { user: { ...wren, name: 'Wren A.' } }
  await open()
  await button('Edit username').click()
  await page.getByLabelText('Name optional', { exact: true }).fill('Wren A.')
  server.answers[path] = { user: { ...wren, name: 'Wren A.' } }
  await button('Save').click()
  await said(saved)
  expect(writes()).toMatchObject([{ body: { name: 'Wren A.' } }])
  await named('Wren A.')
})

test('a draft stays when the session ends elsewhere, and the form closes when cancelled', async () => {
  await editAbout()
  await bio.fill('I draw moths. At night.')
  server.answers['/api/auth/user'] = { user: null }
  const channel = new BroadcastChannel('foldout:viewer')
  channel.postMessage('changed')
  channel.close()
  await isSeen(page.getByRole('button', { name: 'Follow wren' }))
  await expect.element(bio).toHaveValue('I draw moths. At night.')
  await button('Cancel').click()
  await isGone(page.getByRole('button', { name: /Edit|Change profile photo/ }))
})

const bio = page.getByLabelText('Bio optional')
const website = page.getByRole('textbox', { name: 'Website optional', exact: true })
async function editAbout() {
  await open()
  await button('Add a bio to tell people about yourself').click()
  await expect.element(bio).toHaveFocus()
}

test('bio, website and contact are edited together, and only what changed is sent', async () => {
  const change = { bio: 'I draw moths.', websiteUrl: 'https://moths.example' }
  server.answers[put] = { user: { ...wren, ...change } }
  await editAbout()
  await expect.element(bio).toHaveAttribute('placeholder', 'Tell us about yourself...')
  await bio.fill('I draw moths.\n')
  await expect.element(website).toHaveAttribute('type', 'url')
  await website.fill('moths.example')
  server.answers[path] = { user: { ...wren, ...change } }
  await button('Save').click()
  await said(saved)
  await isSeen('I draw moths.')
  await isSeen(page.getByRole('link', { name: 'moths.example' }))
  await expect.element(button('Edit bio and website')).toHaveFocus()
  expect(writes()).toEqual([{ method: 'PUT', path, body: change }])
})

test('only the removal is sent', async () => {
  server.answers[path] = {
    user: { ...wren, bio: 'Moths', contactInfo: { email: 'wren@moths.example', website: null } },
  }
  server.answers[put] = { user: wren }
  await open()
  await button('Edit bio and website').click()
  await page.getByLabelText('Contact email optional').fill('')
  await button('Save').click()
  await said(saved)
  expect(writes()).toEqual([{ method: 'PUT', path, body: { contactInfo: { email: '' } } }])
})

test('a form in which nothing changed is left without a call', async () => {
  await editAbout()
  await button('Save').click()
  await expect.element(button('Add a bio to tell people about yourself')).toHaveFocus()
  expect(writes()).toEqual([])
})

test('an invalid website is reported at its field, and typed text is kept', async () => {
  const sentence = 'Please enter a web address that starts with https://.'
  const issues = [{ path: 'websiteUrl', message: sentence }]
  server.answers[put] = Response.json({ error: sentence, code: 'invalid_request', issues }, { status: 400 })
  await editAbout()
  await bio.fill('I draw moths.')
  await website.fill('ftp://moths')
  await button('Save').click()
  await said({ title: 'Error', description: sentence, variant: 'destructive' })
  await expect.element(website).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(website).toHaveFocus()
  await expect.element(bio).toHaveValue('I draw moths.')
})

test('a server without words could not save the profile, and what is cancelled is forgotten', async () => {
  server.answers[put] = new Response('', { status: 502 })
  await editAbout()
  await bio.fill('I draw moths.')
  await button('Save').click()
  await said({ title: 'Error', description: 'Your profile could not be saved. Please try again.' })
  await expect.element(bio).toHaveValue('I draw moths.')
  await button('Cancel').click()
  await button('Add a bio to tell people about yourself').click()
  await expect.element(bio).toHaveValue('')
})

test('a member whose session ended signs in again without losing their text', async () => {
  server.answers[put] = refusal(401, 'You are not signed in.', 'not_signed_in')
  await editAbout()
  await bio.fill('I draw moths.')
  await button('Save').click()
  await isSeen(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await expect.element(bio).toHaveValue('I draw moths.')
})
