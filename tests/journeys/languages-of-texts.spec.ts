import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, expect, press, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { pictures, uploadAndPublish } from '../support/published-zine.ts'

/**
 * Every text of a member here is in Arabic, or has an ñ and belongs to a zine in Spanish. Each must have its own language
 * and direction, and no text of ours may have it.
 */
test.describe.configure({ timeout: 240_000 })

const listFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    // The buttons of the footer. Each name is in its own language.
    const namesOfLanguages = '[formaction^="/language/"]'
    function check(text: string, element: Element) {
      const lang = element.closest('[lang]')?.getAttribute('lang')
      const isRightToLeft = getComputedStyle(element).direction === 'rtl'
      const [isArabic, isLatin] = [/\p{Script=Arabic}/u.test(text), /\p{Script=Latin}/u.test(text)]
      // An attribute that quotes a member's text in a sentence of ours can only have the language of the sentence.
      const isRight = isLatin ? lang === (/ñ/.test(text) && !isArabic ? 'es' : 'en') : lang === 'ar' && isRightToLeft
      if ((isArabic || isLatin) && !isRight) faults.push(`${text} (${lang}, ${isRightToLeft ? 'rtl' : 'ltr'})`)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode
      if (parent && !parent.closest(`script, style, noscript, [aria-hidden="true"], ${namesOfLanguages}`))
        check(textContent ?? '', parent)
    }
    for (const element of document.querySelectorAll('[alt]')) check(element.getAttribute('alt') ?? '', element)
    for (const video of document.querySelectorAll('video')) check(video.getAttribute('aria-label') ?? '', video)
    const fields = document.querySelectorAll<HTMLInputElement>('input:not([type]), input[type=text], textarea')
    for (const field of fields) if (field.id !== 'search') check(field.value, field)
    return [...new Set(faults)]
  })

const expectOwnLanguages = (page: Page, state = new URL(page.url()).pathname) =>
  test.step(state, () =>
    expect
      .configure({ soft: true })
      .poll(() => listFaults(page), { message: state, timeout: 4_000 })
      .toEqual([]),
  )

async function visitEach(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    await expectOwnLanguages(page, path)
  }
}

async function registerArabic(request: APIRequestContext) {
  const member = await register(request)
  const letters = [...uniqueName('')].map((digit) => String.fromCodePoint(0x0627 + Number.parseInt(digit, 16)))
  const username = `قط${letters.join('')}`
  await callApi(request, 'put', `/api/users/${member.id}`, { username, bio: 'أكتب في الليل' })
  return { ...member, username }
}

async function publishArabic(request: APIRequestContext, username: string) {
  const urls = await pictures(request, 'photo.avif', 'wide.webp')
  const title = `حبر ${username.slice(2)}`
  const pages = urls.map((url) => ({ url, altText: 'قطة على السطح', transcript: 'كان يا ما كان', contentNote: '' }))
  const details = {
    series: 'ليالي',
    issue: '1',
    subjects: ['قطط'],
    madeIn: 'القاهرة',
    with: ['ليلى'],
    paper: { words: 'اكتب لي' },
  }
  const contentNote = { text: 'دم', coversPages: false }
  const fields = { title, description: 'حكاية قصيرة', details, contentNote, mayPrint: true }
  return (await callApi(request, 'post', '/api/zines', { ...fields, aspectRatio: '4:5', mediaFiles: pages })).zine
}

async function publishSpanish(request: APIRequestContext) {
  const [url] = await pictures(request, 'photo.avif')
  const mediaFiles = [{ url, altText: 'Una araña', transcript: 'Mañana', contentNote: '' }]
  const details = { languages: ['es'], series: 'Los años', subjects: ['sueños'], madeIn: 'Logroño' }
  const fields = { title: `${uniqueName('Lamparas')} y niñez`, description: 'Un cuento de otoño', details, mediaFiles }
  return (
    await callApi(request, 'post', '/api/zines', {
      ...fields,
      aspectRatio: '4:5',
      contentNote: { text: 'Daños', coversPages: true },
    })
  ).zine
}

async function publishFilm(request: APIRequestContext) {
  const { id } = await uploadAndPublish(request, uniqueName('Film'), 'clip.mp4')
  const { zine } = await callApi(request, 'get', `/api/zines/${id}`)
  const pages = zine.pages.map(({ url }: { url: string }) => ({
    url,
    altText: 'قطة تمشي',
    transcript: '',
    contentNote: '',
  }))
  return (
    await callApi(request, 'put', `/api/zines/${id}`, {
      version: zine.version,
      title: 'فيلم',
      description: 'حكاية',
      pages,
    })
  ).zine
}

test('each text that a guest reads has its own language', async ({ page, otherRequest }) => {
  const maker = await registerArabic(otherRequest)
  const [arabic, spanish] = [await publishArabic(otherRequest, maker.username), await publishSpanish(otherRequest)]
  const film = await publishFilm(otherRequest)
  const { shelf } = await callApi(otherRequest, 'post', '/api/shelves', {
    title: 'رف الليل',
    about: 'ما أحب',
    visibility: 'public',
  })
  for (const { id } of [arabic, spanish])
    await callApi(otherRequest, 'put', `/api/shelves/${shelf.id}/zines/${id}`, { note: 'جميل' })
  const search = (text = '') => `/?q=${encodeURIComponent(text)}`
  await visitEach(
    page,
    search(maker.username),
    `${search(maker.username)}&tab=creators`,
    search(spanish.title.split(' ')[0]),
  )
  await visitEach(page, `/?subject=${encodeURIComponent('قطط')}&q=${encodeURIComponent(maker.username)}`)
  await visitEach(page, `/?series=${encodeURIComponent('ليالي')}&kind=comic&q=${encodeURIComponent(maker.username)}`)
  await visitEach(page, `/profile/${maker.id}`, `/profile/${maker.id}?tab=shelves`, `/shelf/${shelf.id}`)
  await visitEach(
    page,
    `/profile/${maker.id}/series/${encodeURIComponent('ليالي')}`,
    `/zine/${film.id}`,
    `/zine/${film.id}/text`,
  )
  for (const { id } of [arabic, spanish])
    await visitEach(page, ...['', '/read', '/text', '/print'].map((end) => `/zine/${id}${end}`))
  await visit(page, `/zine/${arabic.id}/read`)
  await press(page, 'Words')
  await expectOwnLanguages(page, 'the words of a page')
  await page.keyboard.press('End')
  await expectOwnLanguages(page, 'the end of a zine')
  await visit(page, search(maker.username))
  await page.getByRole('link', { name: arabic.title }).first().click()
  await expect(page.getByRole('dialog').getByText('page 1 of 2', { exact: true })).toBeVisible()
  await expectOwnLanguages(page, 'a zine in front of the rack')
})

test('each text that a member writes or hides has its own language', async ({ page, otherRequest }) => {
  const reader = await registerArabic(page.request)
  const other = await registerArabic(otherRequest)
  const foreign = await publishSpanish(otherRequest)
  const arabic = await publishArabic(page.request, reader.username)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'خطة', notes: 'فصل أول' })
  const [url] = await pictures(page.request, 'wide.webp')
  const pages = [{ url, altText: 'قطة', transcript: 'مواء', contentNote: '' }]
  const content = { title: 'مسودة', description: 'وصف', details: { series: 'ليالي', subjects: ['قطط'] }, pages }
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { projectId: project.id, content })
  const { shelf } = await callApi(page.request, 'post', '/api/shelves', { title: 'رف', about: 'ما أحب' })
  await callApi(page.request, 'put', `/api/shelves/${shelf.id}/zines/${foreign.id}`, {})
  await visitEach(page, '/profile', `/draft/${draft.id}`, `/draft/${draft.id}/print`, `/zine/${arabic.id}/edit`)
  await visitEach(page, `/profile/${reader.id}?tab=workspace`, `/profile/${reader.id}?tab=shelves`)
  await visit(page, `/zine/${foreign.id}`)
  await press(page, 'More about this zine', 'Put on a shelf')
  await page.getByRole('dialog').waitFor()
  await expectOwnLanguages(page, 'choosing a shelf')
  await press(page, 'Done', 'More about this zine', 'Report this zine')
  await page.getByRole('dialog', { name: 'Report this zine' }).waitFor()
  await expectOwnLanguages(page, 'reporting a zine')
  await page.keyboard.press('Escape')
  await press(page, 'More about this zine', 'Add to “To read”')
  await expect(toast(page, 'To read')).toBeVisible()
  await expectOwnLanguages(page, 'a notification')
  await visit(page, `/zine/${arabic.id}`)
  await press(page, 'Zine menu', 'Delete Zine')
  await page.getByRole('alertdialog').waitFor()
  await expectOwnLanguages(page, 'the question before a zine is deleted')
  await visit(page, `/profile/${other.id}`)
  await expectOwnLanguages(page, 'another member')
})
