import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { creatorId, exampleCreator, exampleProfile } from '#web/creators/example-creator.testing.ts'
import { button, expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { Page, Profile } from './profile-page.tsx'

const path = `/api/users/${memberId}`
const putPath = `PUT ${path}`
const wren = exampleProfile({ id: memberId, username: 'wren', bio: null, zineCount: 0, followerCount: 1 })
const noZines = { zines: [], nextCursor: null }
const moths = exampleZine({ title: 'Plot 14B', creatorId: memberId, mediaUrls: [dot] })
const noProjects = { projects: [], nextCursor: null }
const server = memberServer({
  [`${path}/projects?state=active&brief=true`]: noProjects,
  [`${path}/projects?state=finished&brief=true`]: noProjects,
  [path]: { user: wren },
  [`${path}/zines`]: noZines,
  [`${path}/favorite-creators`]: { creators: [exampleCreator({})], nextCursor: null },
  [`/api/users/${creatorId}`]: { user: exampleProfile({ followerCount: 2 }) },
  [`/api/users/${creatorId}/zines`]: noZines,
  [`${path}/favorite-creators/${creatorId}`]: { isFollowing: false },
})

const routes = [{ path: '/profile/:id?', Component: Page }]
const openProfile = (at = `/profile/${memberId}`) => openSite({ at, routes })
const expectHeading = (name: string) => expectVisible(page.getByRole('heading', { level: 1, name }))
const { writes } = server
const savedToast = { title: 'Profile Updated', description: 'Your profile has been updated successfully.' }

test('an unknown ID is reported as not found', async () => {
  const respond = server.hold(path)
  await openProfile()
  await expect.element(page.getByText('Loading the profile')).toBeInTheDocument()
  respond(errorResponse('not_found', 'Not found'))
  await expectHeading('User not found')
  await expectVisible("The user you're looking for doesn't exist.")
})

test('a profile that failed to load can be loaded again', async () => {
  server.responses[path] = new Response('', { status: 503 })
  await openProfile()
  await expectVisible('The profile could not be loaded')
  expect(document.title).toBe('Profile · Foldout')
  server.responses[path] = { user: wren }
  await button('Try again').click()
  await expectHeading('wren')
})

test('the last Load more moves focus to the first of the new zines', async () => {
  const sheets = exampleZine({ id: creatorId, title: 'Bed Sheets', creatorId: memberId, mediaUrls: [dot] })
  server.responses[path] = { user: { ...wren, zineCount: 2 } }
  server.responses[`${path}/zines`] = { zines: [moths], nextCursor: 'more' }
  server.responses[`${path}/zines?cursor=more`] = { zines: [sheets], nextCursor: null }
  await openProfile()
  const loadMore = page.getByRole('link', { name: 'Load more' })
  await expectVisible(loadMore)
  loadMore.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Bed Sheets' })).toHaveFocus()
})

test('an owner whose zines are all hidden does not see the empty state', async () => {
  const hidden = { at: '2026-01-02T12:04:05.000Z', reason: 'Page 2 shows a home.' }
  server.responses[`${path}/hidden-zines?limit=100`] = { zines: [{ ...moths, hidden }], nextCursor: null }
  await openProfile('/profile')
  await expectVisible(page.getByRole('heading', { name: 'Not shown to others' }))
  await expectVisible(page.getByText('Hidden on 2 January 2026'))
  await expectVisible(page.getByRole('heading', { name: 'No public zines' }))
  await expectVisible(button('Upload'))
  expect(page.getByText(/haven't uploaded any zines/).elements()).toEqual([])
})

test('the profile menu leads to the offline zines', async () => {
  await openProfile()
  await button('Profile menu').click()
  await page.getByRole('menuitem', { name: 'Offline zines' }).click()
  await expectVisible('at /offline')
})

test('a guest has no profile of their own', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await openProfile('/profile')
  await expectHeading('Your profile')
  await expectVisible(button('Sign In'))
})

test('structured data names the creator, and a bio cannot end its script', async () => {
  server.responses[path] = { user: { ...wren, bio: '</script><b>moths</b>' } }
  await openSite({ at: '/', routes: [{ path: '/', Component: () => <Profile id={memberId} /> }] })
  await expectHeading('wren')
  const block = document.querySelector('script[type="application/ld+json"]')
  expect(block?.textContent).not.toContain('<')
  expect(JSON.parse(block?.textContent ?? '')).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'wren', description: '</script><b>moths</b>' },
  })
})

test('a website that is also the contact website is shown once', async () => {
  const contactInfo = { email: null, website: 'http://www.Moths.example/' }
  server.responses[path] = { user: { ...wren, websiteUrl: 'https://moths.example', contactInfo } }
  await openProfile()
  await expectVisible(page.getByRole('link', { name: 'moths.example', exact: true }))
  expect(page.getByRole('link', { name: /moths/ }).elements()).toHaveLength(1)
})

test('a different contact website is labeled', async () => {
  const contactInfo = { email: null, website: 'https://moths.example/shop' }
  server.responses[path] = { user: { ...wren, websiteUrl: 'https://moths.example', contactInfo } }
  await openProfile()
  await expectVisible(page.getByRole('link', { name: 'Website: moths.example', exact: true }))
  await expectVisible(page.getByRole('link', { name: 'Contact website: moths.example/shop', exact: true }))
})

const username = page.getByLabelText('Username')
async function editName(name: string) {
  await openProfile()
  await button('Edit username').click()
  await expect.element(username).toHaveFocus()
  await username.fill(name)
}

test.each(['   ', 'wren', ' wren '])('the name "%s" is not worth a call', async (name) => {
  await editName(name)
  await button('Save').click()
  await expectHeading('wren')
  expect(writes()).toEqual([])
})

test('a name that is cancelled is what it was', async () => {
  await editName('moth')
  await userEvent.keyboard('{Escape}')
  await expectHeading('wren')
  await expect.element(button('Edit username')).toHaveFocus()
  await button('Edit username').click()
  await expect.element(username).toHaveValue('wren')
  await button('Cancel').click()
  await expectHeading('wren')
  expect(writes()).toEqual([])
})

const noSpacesMessage = 'Usernames cannot have spaces. Use _ . or - instead.'
const takenMessage = 'This username is already taken.'
test.each([
  ['a b', undefined, noSpacesMessage, 0],
  ['moth', errorResponse('username_taken', takenMessage), takenMessage, 1],
  ['moth', new Response('', { status: 502 }), 'Failed to update username', 1],
])('a name that cannot be one or be saved stays in its field (%#)', async (name, response, description, calls) => {
  server.responses[putPath] = response
  await editName(name)
  await button('Save').click()
  await expectToast({ title: 'Error updating username', description, variant: 'destructive' })
  await expect.element(username).toHaveValue(name)
  await expect.element(username).toHaveFocus()
  await expect.element(username).toHaveAccessibleDescription(expect.stringContaining(description))
  expect(writes()).toHaveLength(calls)
})

test('a name is saved once, however often the button is clicked', async () => {
  const respond = server.hold(putPath)
  await editName('moth')
  await button('Save').click()
  await button('Saving...').click({ force: true })
  await userEvent.keyboard('{Escape}')
  expect(writes()).toHaveLength(1)
  respond({ user: { ...wren, username: 'moth' } })
  await expectToast(savedToast)
})

test('a profile that was deleted before the next read says so', async () => {
  server.responses[putPath] = { user: { ...wren, username: 'moth' } }
  await editName('moth')
  server.responses[path] = errorResponse('not_found', 'Not found')
  await button('Save').click()
  await expectHeading('User not found')
})

test('the name above the username is edited with it, and alone when only it was changed', async () => {
  server.responses[putPath] = { user: { ...wren, name: 'Wren A.' } }
  await openProfile()
  await button('Edit username').click()
  await page.getByLabelText('Name optional', { exact: true }).fill('Wren A.')
  server.responses[path] = { user: { ...wren, name: 'Wren A.' } }
  await button('Save').click()
  await expectToast(savedToast)
  expect(writes()).toMatchObject([{ body: { name: 'Wren A.' } }])
  await expectHeading('Wren A.')
})

test('a draft stays when the session ends elsewhere, and the form closes when cancelled', async () => {
  await editAbout()
  await bio.fill('I draw moths. At night.')
  server.responses['/api/auth/user'] = { user: null }
  const channel = new BroadcastChannel('foldout:viewer')
  channel.postMessage('changed')
  channel.close()
  await expectVisible(page.getByRole('button', { name: 'Follow wren' }))
  await expect.element(bio).toHaveValue('I draw moths. At night.')
  await button('Cancel').click()
  await expectGone(page.getByRole('button', { name: /Edit|Change profile photo/ }))
})

const bio = page.getByLabelText('Bio optional')
const website = page.getByRole('textbox', { name: 'Website optional', exact: true })
async function editAbout() {
  await openProfile()
  await button('Add a bio to tell people about yourself').click()
  await expect.element(bio).toHaveFocus()
}

test('bio, website and contact are edited together, and only what changed is sent', async () => {
  const change = { bio: 'I draw moths.', websiteUrl: 'https://moths.example' }
  server.responses[putPath] = { user: { ...wren, ...change } }
  await editAbout()
  await expect.element(bio).toHaveAttribute('placeholder', 'Tell us about yourself...')
  await bio.fill('I draw moths.\n')
  await expect.element(website).toHaveAttribute('type', 'url')
  await website.fill('moths.example')
  server.responses[path] = { user: { ...wren, ...change } }
  await button('Save').click()
  await expectToast(savedToast)
  await expectVisible('I draw moths.')
  await expectVisible(page.getByRole('link', { name: 'moths.example' }))
  await expect.element(button('Edit bio and website')).toHaveFocus()
  expect(writes()).toEqual([{ method: 'PUT', path, body: change }])
})

test('only the removal is sent', async () => {
  server.responses[path] = {
    user: { ...wren, bio: 'Moths', contactInfo: { email: 'wren@moths.example', website: null } },
  }
  server.responses[putPath] = { user: wren }
  await openProfile()
  await button('Edit bio and website').click()
  await page.getByLabelText('Contact email optional').fill('')
  await button('Save').click()
  await expectToast(savedToast)
  expect(writes()).toEqual([{ method: 'PUT', path, body: { contactInfo: { email: '' } } }])
})

test('a form in which nothing changed is left without a call', async () => {
  await editAbout()
  await button('Save').click()
  await expect.element(button('Add a bio to tell people about yourself')).toHaveFocus()
  expect(writes()).toEqual([])
})

test('an invalid website is reported at its field, and typed text is kept', async () => {
  const message = 'Please enter a web address that starts with https://.'
  server.responses[putPath] = errorResponse('invalid_request', message, { issues: [{ path: 'websiteUrl', message }] })
  await editAbout()
  await bio.fill('I draw moths.')
  await website.fill('ftp://moths')
  await button('Save').click()
  await expectToast({ title: 'Error', description: message, variant: 'destructive' })
  await expect.element(website).toHaveAccessibleDescription(expect.stringContaining(message))
  await expect.element(website).toHaveFocus()
  await expect.element(bio).toHaveValue('I draw moths.')
})

test('a failure without a message says that the profile was not saved, and Cancel discards changes', async () => {
  server.responses[putPath] = new Response('', { status: 502 })
  await editAbout()
  await bio.fill('I draw moths.')
  await button('Save').click()
  await expectToast({ title: 'Error', description: 'Your profile could not be saved. Please try again.' })
  await expect.element(bio).toHaveValue('I draw moths.')
  await button('Cancel').click()
  await button('Add a bio to tell people about yourself').click()
  await expect.element(bio).toHaveValue('')
})

test('a member whose session ended signs in again without losing their text', async () => {
  server.responses[putPath] = errorResponse('not_signed_in', 'You are not signed in.')
  await editAbout()
  await bio.fill('I draw moths.')
  await button('Save').click()
  await expectVisible(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await expect.element(bio).toHaveValue('I draw moths.')
})
