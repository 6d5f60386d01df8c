import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListedShelf } from '#contract/shelves.ts'
import { creatorId, exampleCreator, exampleProfile } from '#web/creators/example-creator.testing.ts'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { readToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { uploadEvent } from '#web/upload/upload-slot.tsx'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { Page, Profile } from './profile-page.tsx'
import { Page as PublicPage } from './public-profile-page.tsx'

const path = `/api/users/${memberId}`
const put = `PUT ${path}`
const wren = exampleProfile({ id: memberId, username: 'wren', bio: null, zineCount: 0, followerCount: 1 })
const nothing = { zines: [], nextCursor: null }
const moths = exampleZine({ title: 'Plot 14B', creatorId: memberId, mediaUrls: [dot] })
const noProjects = { projects: [], nextCursor: null }
const server = fakeServer({
  [`${path}/projects?state=active&brief=true`]: noProjects,
  [`${path}/projects?state=finished&brief=true`]: noProjects,
  '/api/auth/user': { user: member },
  [path]: { user: wren },
  [`${path}/zines`]: nothing,
  [`${path}/favorite-creators`]: { creators: [exampleCreator({})], nextCursor: null },
  [`/api/users/${creatorId}`]: { user: exampleProfile({ followerCount: 2 }) },
  [`/api/users/${creatorId}/zines`]: nothing,
  [`${path}/favorite-creators/${creatorId}`]: { isFollowing: false },
})

const routes = [
  { path: '/profile/:id?', Component: Page },
  { path: '/public-profile/:id', Component: PublicPage },
]
const open = (at = `/profile/${memberId}`) => openSite({ at, routes })
const said = (words: ToastWords) => expect.poll(readToast).toMatchObject({ ...words, open: true })
const named = (name: string) => expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
const { writes } = server
const button = (name: string) => page.getByRole('button', { name, exact: true })
const saved = { title: 'Profile Updated', description: 'Your profile has been updated successfully.' }

test('a profile that is being read shows where everything will be', async () => {
  server.answers[path] = new Promise(() => undefined)
  await open()
  await expect.element(page.getByText('Loading the profile')).toBeInTheDocument()
  expect(document.querySelectorAll('.skeleton-blank')).toHaveLength(6)
})

test('an id that nobody has is said to be nobody’s', async () => {
  server.answers[path] = refusal(404, 'Not found', 'not_found')
  await open()
  await named('User not found')
  await expect.element(page.getByText("The user you're looking for doesn't exist.")).toBeVisible()
})

test('a profile that could not be reached can be asked for again', async () => {
  server.answers[path] = new Response('', { status: 503 })
  await open()
  await expect.element(page.getByText('The profile could not be reached')).toBeVisible()
  expect(document.title).toBe('Profile · Foldout')
  server.answers[path] = { user: wren }
  await button('Try again').click()
  await named('wren')
})

test('the last Load more gives focus to the first of the new zines', async () => {
  const sheets = exampleZine({ id: creatorId, title: 'Bed Sheets', creatorId: memberId, mediaUrls: [dot] })
  server.answers[path] = { user: { ...wren, zineCount: 2 } }
  server.answers[`${path}/zines`] = { zines: [moths], nextCursor: 'more' }
  server.answers[`${path}/zines?cursor=more`] = { zines: [sheets], nextCursor: null }
  await open()
  const more = page.getByRole('link', { name: 'Load more' })
  await expect.element(more).toBeVisible()
  more.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Bed Sheets' })).toHaveFocus()
})

test('visitors see who somebody is, and only the zines', async () => {
  server.answers[`/api/users/${creatorId}`] = {
    user: exampleProfile({
      followerCount: 2,
      websiteUrl: 'https://nightbuscomics.example/zines',
      contactInfo: { email: 'tomek@bus.example', website: null },
    }),
  }
  await open(`/profile/${creatorId}`)
  await named('dustymoths')
  await expect.element(page.getByText('@dustymoths')).toBeVisible()
  await expect.element(page.getByText('2 followers')).toBeVisible()
  await expect.element(page.getByText('Moth trapper with a day job at the post office.')).toBeVisible()
  const website = page.getByRole('link', { name: 'nightbuscomics.examp…' })
  await expect.element(website).toHaveAttribute('href', 'https://nightbuscomics.example/zines')
  const email = page.getByRole('link', { name: 'tomek@bus.example' })
  await expect.element(email).toHaveAttribute('href', 'mailto:tomek@bus.example')
  await expect.element(page.getByRole('heading', { level: 2, name: "dustymoths's Zines" })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await expect.element(page.getByText("This user hasn't uploaded any zines yet.")).toBeVisible()
  await expect.element(button('Follow dustymoths')).toBeVisible()
  expect(page.getByRole('tab').elements()).toEqual([])
  expect(page.getByRole('button', { name: /Edit|Change profile photo|Add a bio/ }).elements()).toEqual([])
})

test('an owner has a prompt for a bio, one follower, and a first zine to upload', async () => {
  let asked = 0
  const count = () => {
    asked += 1
  }
  window.addEventListener(uploadEvent, count)
  await open('/profile')
  await named('wren')
  await expect.element(page.getByText('1 follower', { exact: true })).toBeVisible()
  await expect.element(button('Add a bio to tell people about yourself')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No zines yet' })).toBeVisible()
  await expect.element(page.getByText(/^You haven't uploaded any zines yet\./)).toBeVisible()
  await expect.element(page.getByText(/Upload your first zine to get started!$/)).toBeVisible()
  await button('Upload').click()
  window.removeEventListener(uploadEvent, count)
  expect(asked).toBe(1)
})

test('an owner whose zines are all hidden is not told that there are none', async () => {
  const hidden = { at: '2026-01-02T03:04:05.000Z', reason: 'Page 2 shows a home.' }
  server.answers[`${path}/hidden-zines?limit=100`] = { zines: [{ ...moths, hidden }], nextCursor: null }
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Not shown to others' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No zines on show' })).toBeVisible()
  await expect.element(button('Upload')).toBeVisible()
  expect(page.getByText(/haven't uploaded any zines/).elements()).toEqual([])
})

test('whoever is not signed in has no profile of their own', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await open('/profile')
  await named('Your profile')
  await expect.element(button('Sign In')).toBeVisible()
})

test('the tab of favorite creators lists them', async () => {
  await open()
  await page.getByRole('tab', { name: 'Favorite Creators' }).click()
  await expect.element(page.getByRole('article').getByText('dustymoths')).toBeVisible()
  await page.getByRole('tab', { name: 'Your Zines' }).click()
  await expect.element(page.getByRole('heading', { name: 'No zines yet' })).toBeVisible()
})

test('a part of the rack that cannot be shown says so in its place, and the tabs stay', async () => {
  server.answers[`${path}/series`] = { series: [null] }
  await open()
  await expect.element(page.getByText('This part of the page could not be shown.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No zines yet' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Favorite Creators' })).toBeVisible()
})

const kitchen: ListedShelf = {
  ...{ id: moths.id, title: 'Kitchen', about: '', visibility: 'public', isToRead: false },
  ...{ itemCount: 0, version: 1, ownerId: creatorId, covers: [] },
  owner: { id: creatorId, username: 'dustymoths', profileImageUrl: null },
  ...{ createdAt: '2026-11-18T10:00:00Z', updatedAt: '2026-11-18T10:00:00Z' },
}

test('shelves of somebody else are read when their tab is near', async () => {
  const shelves = `/api/users/${creatorId}/shelves`
  const answer = Promise.withResolvers()
  server.answers[`/api/users/${creatorId}`] = { user: exampleProfile({ hasShelves: true }) }
  server.answers[shelves] = answer.promise
  await open(`/profile/${creatorId}`)
  await expect.element(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  expect(server.calls(shelves)).toBe(0)
  await page.getByRole('tab', { name: 'Shelves' }).click()
  await expect.element(page.getByText('Loading shelves')).toBeInTheDocument()
  answer.resolve({ shelves: [kitchen] })
  await expect.element(page.getByRole('link', { name: 'Kitchen' })).toBeVisible()
  await expect.element(page.getByText('1 shelf')).toBeVisible()
  expect(server.calls(shelves)).toBe(1)
})

test('the public profile shows its owner what visitors see', async () => {
  await open(`/public-profile/${memberId}`)
  await named('wren')
  await expect.element(page.getByRole('heading', { level: 2, name: "wren's Zines" })).toBeVisible()
  expect(page.getByRole('tab').elements()).toEqual([])
  expect(page.getByRole('button', { name: /Edit|Change|Add a bio|Profile menu|Follow/ }).elements()).toEqual(
    [],
  )
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(`/profile/${memberId}`)
})

test('machines are told who this is, whatever a bio contains', async () => {
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

test('a name is edited where it stands, and shown everywhere', async () => {
  server.answers[put] = { user: { ...wren, username: 'moth' } }
  await editName(' moth ')
  server.answers[path] = { user: { ...wren, username: 'moth' } }
  server.answers['/api/auth/user'] = { user: { ...member, username: 'moth' } }
  await userEvent.keyboard('{Enter}')
  await said(saved)
  await named('moth')
  await expect.element(page.getByText('moth is signed in')).toBeVisible()
  await expect.element(button('Edit username')).toHaveFocus()
  expect(writes()).toEqual([{ method: 'PUT', path, body: { username: 'moth' } }])
})

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

test.each([
  [refusal(409, 'This username is already taken.', 'username_taken'), 'This username is already taken.'],
  [new Response('', { status: 502 }), 'Failed to update username'],
])('a name that could not be saved stays in its field', async (answer, description) => {
  server.answers[put] = answer
  await editName('moth')
  await button('Save').click()
  await said({ title: 'Error updating username', description, variant: 'destructive' })
  await expect.element(username).toHaveValue('moth')
  await expect.element(username).toHaveFocus()
  await expect.element(username).toHaveAccessibleDescription(expect.stringContaining(description))
})

test('a name that cannot be one is refused before anything is sent', async () => {
  await editName('a b')
  await button('Save').click()
  await said({
    title: 'Error updating username',
    description: 'A username has no spaces. You can use _ . or - instead.',
  })
  expect(writes()).toEqual([])
})

test('a name is saved once, however often it is asked to', async () => {
  const answer = Promise.withResolvers<unknown>()
  server.answers[put] = answer.promise
  await editName('moth')
  await button('Save').click()
  await button('Saving...').click({ force: true })
  await userEvent.keyboard('{Escape}')
  expect(writes()).toHaveLength(1)
  answer.resolve({ user: { ...wren, username: 'moth' } })
  await said(saved)
})

test('a profile that is gone at the next read says so', async () => {
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

test('a draft stays when the session ends somewhere else, and the form goes once it is given up', async () => {
  await editAbout()
  await bio.fill('I draw moths. At night.')
  server.answers['/api/auth/user'] = { user: null }
  const channel = new BroadcastChannel('foldout:viewer')
  channel.postMessage('changed')
  channel.close()
  await expect.element(page.getByRole('button', { name: 'Follow wren' })).toBeVisible()
  await expect.element(bio).toHaveValue('I draw moths. At night.')
  await button('Cancel').click()
  await expect
    .element(page.getByRole('button', { name: /Edit|Change profile photo/ }))
    .not.toBeInTheDocument()
})

const bio = page.getByLabelText('Bio optional')
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
  const website = page.getByRole('textbox', { name: 'Website optional', exact: true })
  await expect.element(website).toHaveAttribute('type', 'url')
  await website.fill('moths.example')
  server.answers[path] = { user: { ...wren, ...change } }
  await button('Save').click()
  await said(saved)
  await expect.element(page.getByText('I draw moths.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'moths.example' })).toBeVisible()
  await expect.element(button('Edit bio and website')).toHaveFocus()
  expect(writes()).toEqual([{ method: 'PUT', path, body: change }])
})

test('what is taken away and nothing else is sent', async () => {
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

test('a refused website is said at its field, and nothing typed is lost', async () => {
  const sentence = 'Please enter a web address that starts with https://.'
  const body = {
    error: sentence,
    code: 'invalid_request',
    issues: [{ path: 'websiteUrl', message: sentence }],
  }
  server.answers[put] = Response.json(body, { status: 400 })
  await editAbout()
  await bio.fill('I draw moths.')
  const website = page.getByRole('textbox', { name: 'Website optional', exact: true })
  await website.fill('ftp://moths')
  await button('Save').click()
  await said({ title: 'Error', description: sentence, variant: 'destructive' })
  await expect.element(website).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(website).toHaveFocus()
  await expect.element(bio).toHaveValue('I draw moths.')
})

test('a server without words could not save the profile', async () => {
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

test('somebody whose session ended signs in again over what they typed', async () => {
  server.answers[put] = refusal(401, 'You are not signed in.', 'not_signed_in')
  await editAbout()
  await bio.fill('I draw moths.')
  await button('Save').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bio).toHaveValue('I draw moths.')
})
