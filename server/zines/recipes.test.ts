import { afterAll, describe, expect, test } from 'vitest'
import { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import { type PageRecipe, RecipeV2 } from '#contract/page-recipe.ts'
import { FullZine } from '#contract/zines.ts'
import { sweepMedia } from '#server/media/media.jobs.ts'
import { blockMedia } from '#server/moderation/block-media.ts'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { rowProblems } from '#tests/support/integrity-check.ts'
import { addImages, addMedia, mediaExists, publishZine } from '#tests/support/library.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true, settings: { LONG_ZINE_PAGES: '64' } })
const { hide, inTransaction, restore } = operatorActions(site)
const owner = await site.signUp('inkwell')
const stranger = await site.signUp('magpie')
afterAll(async () => expect(await rowProblems(site.pool)).toEqual([]))

type ResponseBody = { draft: Draft; zine: FullZine; code: string; error: string }
const save = (id: string, version: number, pages: object[], as = owner) =>
  site.put<ResponseBody>(`/api/drafts/${id}`, { version, content: { title: 'Made here', pages } }, as)
const publish = (id: string, version: number) =>
  site.post<ResponseBody>(`/api/drafts/${id}/publish`, { version }, owner)
const update = (id: string, version: number, pages: object[], as = owner) =>
  site.put<ResponseBody>(`/api/zines/${id}`, { version, pages }, as)
const read = async (id: string, as?: typeof owner) =>
  FullZine.parse((await site.call<ResponseBody>({ path: `/api/zines/${id}`, as })).body.zine)

const recipe = (fields: Partial<PageRecipe> = {}) => RecipeV2.parse({ version: 2, template: 'picture', ...fields })
const withPictures = (...urls: (string | null)[]) =>
  recipe({ pictures: urls.map((url) => url && { url, altText: 'A moth' }) as PageRecipe['pictures'] })

/** Runs the sweep as of two days from now, when it deletes all unused media. */
const sweep = () => sweepMedia(site.media, new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))
const newImage = async (as = owner) => (await addImages(site, as, 1))[0] ?? ''
/** Another upload of the same picture, as pages of two zines need. */
const uploadAgain = (url: string) => addMedia(site, owner, ['image'], url)

async function publishMade(...pictures: string[]) {
  const url = await newImage()
  const pages = [{ url, recipe: withPictures(...pictures) }]
  const zine = await publishZine(site, owner, { title: 'Made here', mediaFiles: pages })
  return { id: zine.id, url, pages }
}

describe('a page made on the site', () => {
  test('keeps its recipe from the draft to the zine and through its changes', async () => {
    const [url = '', picture = ''] = await addImages(site, owner, 2)
    const made = recipe({
      title: 'Moths',
      text: 'One.\n\nTwo “moths”.',
      pictures: [null, { url: picture, altText: '' }],
    })
    const draft = await createDraft(site, owner)
    const saved = await save(draft.id, 1, [{ url, recipe: made }])
    expect(Draft.parse(saved.body.draft).content.pages[0]?.recipe).toEqual(made)
    const published = FullZine.parse((await publish(draft.id, 2)).body.zine)
    expect(published.pages[0]?.recipe).toEqual(made)

    const changed = { ...made, title: 'More moths' }
    const response = await update(published.id, 1, [{ url, recipe: changed }])
    expect(response.body.zine).toMatchObject({ version: 2, printing: 1 })
    expect((await read(published.id, owner)).pages[0]?.recipe).toEqual(changed)
    expect((await update(published.id, 1, [{ url, recipe: changed }])).body.zine.version).toBe(2)
    await sweep()
    expect(await mediaExists(site, [url, picture])).toEqual([true, true])
    expect((await update(published.id, 2, [{ url, recipe: null }])).body.zine.pages[0]?.recipe).toBe(null)
    expect(await mediaExists(site, [url, picture])).toEqual([true, false])
  })

  test('shows readers the color of its paper, unless it has photos or white paper', async () => {
    const [picture = '', ...urls] = await addImages(site, owner, 6)
    const pictures = [null, { url: picture, altText: '' }]
    const looks: [Partial<PageRecipe>, string | null][] = [
      [{ paper: 'mint', pictures }, 'mint'],
      [{ paper: 'white' }, null],
      [{ paper: 'mint', pictures, treatment: 'unchanged' }, null],
      [{ paper: 'mint', pictures: [null], treatment: 'unchanged' }, 'mint'],
    ]
    const mediaFiles = urls.map((url, at) => ({ url, ...(looks[at] && { recipe: recipe(looks[at][0]) }) }))
    const { id } = await publishZine(site, owner, { title: 'On paper', mediaFiles })
    const { pages } = await read(id)
    expect(pages.map(({ paperColour }) => paperColour)).toEqual([...looks.map(([, paper]) => paper), null])
    expect(pages.map((page) => page.recipe)).toEqual(pages.map(() => null))
  })

  test('keeps its recipe when a client sends the page without one, until null or a new picture removes it', async () => {
    const [url = '', other = '', picture = ''] = await addImages(site, owner, 3)
    const made = withPictures(picture)
    const draft = await createDraft(site, owner, { title: 'Made here', pages: [{ url, recipe: made }] })
    const recipesOf = ({ body }: { body: ResponseBody }) =>
      (body.draft?.content ?? body.zine).pages.map((page) => page.recipe)
    expect(recipesOf(await save(draft.id, 1, [{ url: other }, { url, altText: 'Moths' }]))).toEqual([null, made])
    expect((await save(draft.id, 2, [{ url: other }, { url, altText: 'Moths' }])).body.draft.version).toBe(2)
    expect(recipesOf(await save(draft.id, 2, [{ url, recipe: null }]))).toEqual([null])
    await save(draft.id, 3, [{ url, recipe: made }])
    const { id } = (await publish(draft.id, 4)).body.zine
    expect(recipesOf(await update(id, 1, [{ url: `http://localhost${url}`, altText: 'Moths' }]))).toEqual([made])
    expect((await update(id, 2, [{ url, altText: 'Moths' }])).body.zine.version).toBe(2)
    expect(recipesOf(await update(id, 2, [{ url: await newImage() }]))).toEqual([null])
    expect(await mediaExists(site, [picture])).toEqual([false])
  })

  test('shows its recipe only to its creator', async () => {
    const { id } = await publishMade(await newImage())
    for (const reader of [undefined, stranger]) expect((await read(id, reader)).pages[0]?.recipe).toBe(null)
    const lists = ['/api/zines', `/api/users/${owner.id}/zines`]
    for (const path of lists) expect((await site.call({ path, as: owner })).text).not.toContain('"recipe"')
  })

  test('of a later release is stored unchanged, with its pictures', async () => {
    const [url = '', picture = ''] = await addImages(site, owner, 2)
    const later = {
      version: 7,
      layers: [{ kind: 'sticker', at: [1, 2.5] }],
      pictures: [{ url: picture, crop: 'round' }],
    }
    const draft = await createDraft(site, owner)
    expect((await save(draft.id, 1, [{ url, recipe: later }])).body.draft.content.pages[0]?.recipe).toEqual(later)
    const { zine } = (await publish(draft.id, 2)).body
    expect(zine.pages[0]?.recipe).toEqual(later)
    await sweep()
    expect(await mediaExists(site, [picture])).toEqual([true])
  })

  test('stores the numbers of a frame with four digits', async () => {
    const [url = '', picture = ''] = await addImages(site, owner, 2)
    const frame = { x: 1e-300, y: 1 / 3, zoom: 1.23456, turn: -90 }
    const pictures = [{ url: picture, altText: '', frame }]
    const draft = await createDraft(site, owner)
    const made = { version: 2, template: 'picture', pictures, brightness: 5e-324, whitensPaper: true }
    const saved = await save(draft.id, 1, [{ url, recipe: made }])
    expect(saved.body.draft.content.pages[0]?.recipe).toMatchObject({
      pictures: [{ frame: { x: 0, y: 0.3333, zoom: 1.2346, turn: -90 } }],
      brightness: 0,
      whitensPaper: true,
    })
  })

  test('stores markup as text', async () => {
    const text = '</script><img src=x onerror=alert(1)> \u0001 javascript:alert(1)'
    const zine = await publishZine(site, owner, {
      title: 'Markup',
      mediaFiles: [{ url: await newImage(), recipe: recipe({ text }) }],
    })
    expect((await read(zine.id, owner)).pages[0]?.recipe).toMatchObject({ text })
  })
})

describe('the pictures on a page', () => {
  test('can be on several pages, and be a page, and are deleted with the draft', async () => {
    const [one = '', two = '', picture = ''] = await addImages(site, owner, 3)
    const made = withPictures(picture, picture)
    const draft = await createDraft(site, owner)
    const pages = [{ url: one, recipe: made }, { url: two, recipe: made }, { url: picture }]
    expect((await save(draft.id, 1, pages)).status).toBe(200)
    await sweep()
    expect(await mediaExists(site, [one, two, picture])).toEqual([true, true, true])
    await site.delete(`/api/drafts/${draft.id}`, owner, {})
    expect(await mediaExists(site, [one, two, picture])).toEqual([false, false, false])
  })

  test('stay while the draft uses them, however often its pages are drawn again', async () => {
    const picture = await newImage()
    const draft = await createDraft(site, owner)
    for (let version = 1; version <= 5; version += 1) {
      const urls = await addImages(site, owner, 64)
      const pages = urls.map((url, at) => ({ url, ...(at === 0 && { recipe: withPictures(picture) }) }))
      expect((await save(draft.id, version, pages)).status).toBe(200)
    }
    const urls = await addImages(site, owner, 64)
    await save(
      draft.id,
      6,
      urls.map((url, at) => ({ url, ...(at === 0 && { recipe: withPictures(picture) }) })),
    )
    await sweep()
    expect(await mediaExists(site, [picture])).toEqual([true])
    const zine = (await publish(draft.id, 7)).body.zine
    expect(await mediaExists(site, [picture, ...urls])).toEqual(Array(65).fill(true))
    const { rows } = await site.pool.query('select from media where owner_id = $1', [owner.id])
    await site.delete(`/api/zines/${zine.id}`, owner, {})
    const left = await site.pool.query('select from media where owner_id = $1', [owner.id])
    expect(rows.length - left.rows.length).toBe(65)
  })

  test('of a zine can become a page, and a page a picture', async () => {
    const picture = await newImage()
    const { id, url } = await publishMade(picture)
    const swapped = await update(id, 1, [{ url: picture, recipe: withPictures(url) }])
    expect(swapped.body.zine.pages[0]?.url).toBe(picture)
    expect(await mediaExists(site, [url, picture])).toEqual([true, true])
    expect((await update(id, 2, [{ url: picture }, { url }])).body.zine.pageCount).toBe(2)
    await site.delete(`/api/zines/${id}`, owner, {})
    expect(await mediaExists(site, [url, picture])).toEqual([false, false])
  })

  test('are no stranger’s, no other zine’s or draft’s, and no video', async () => {
    const theirs = await newImage(stranger)
    const [video = ''] = await addMedia(site, owner, ['video'])
    const used = await newImage()
    await publishMade(used)
    const inDraft = await newImage()
    await createDraft(site, owner, { pages: [{ url: inDraft }] })
    const draft = await createDraft(site, owner)
    const zine = await publishMade()
    const attempts: [string, number, string][] = [
      [theirs, 400, 'media_not_yours'],
      [imageAddress('0'.repeat(32)), 400, 'media_not_yours'],
      [used, 409, 'media_already_published'],
      [inDraft, 409, 'media_already_published'],
      [imageAddress(hashFromAddress(video) ?? ''), 400, 'media_refused'],
    ]
    for (const [picture, status, code] of attempts) {
      const pages = [{ url: zine.url, recipe: withPictures(picture) }]
      const inNewDraft = [{ url: await newImage(), recipe: withPictures(picture) }]
      const body = { title: 'Mine', aspectRatio: '4:5', mediaFiles: inNewDraft }
      const responses = [
        await update(zine.id, 1, pages),
        await save(draft.id, 1, inNewDraft),
        await site.post<ResponseBody>('/api/zines', body, owner),
      ]
      for (const response of responses) expect(response, picture).toMatchObject({ status, body: { code } })
    }
    expect((await update(zine.id, 1, zine.pages, stranger)).status).toBe(403)
    expect((await save(draft.id, 1, zine.pages, stranger)).status).toBe(404)
  })

  test('of a hidden zine are hidden, also those added later, until it is shown again', async () => {
    const [picture, later] = [await newImage(), await newImage()]
    const { id, url } = await publishMade(picture)
    const isRestricted = async (address: string) => {
      const hash = hashFromAddress(address)
      return (await site.pool.query('select from restricted_media where hash = $1', [hash])).rows.length > 0
    }
    await hide(id)
    expect([await isRestricted(url), await isRestricted(picture)]).toEqual([true, true])
    await update(id, 1, [{ url, recipe: withPictures(picture, later) }])
    await sweep()
    expect([await isRestricted(picture), await isRestricted(later)]).toEqual([true, true])
    await restore(id)
    await sweep()
    expect([await isRestricted(picture), await isRestricted(later)]).toEqual([false, false])
  })

  test('that an operator blocked are refused when the zine is published or changed', async () => {
    const picture = await newImage()
    await inTransaction((tx) => blockMedia(tx, { hash: hashFromAddress(picture) ?? '' }))
    const zine = await publishMade()
    const pages = [{ url: await newImage(), recipe: withPictures(picture) }]
    const draft = await createDraft(site, owner)
    await save(draft.id, 1, pages)
    expect(await publish(draft.id, 2)).toMatchObject({ body: { code: 'media_refused' } })
    await site.delete(`/api/drafts/${draft.id}`, owner, {})
    await uploadAgain(picture)
    expect(await update(zine.id, 1, [{ url: zine.url, recipe: withPictures(picture) }])).toMatchObject({
      body: { code: 'media_refused' },
    })
  })

  test('are deleted with the account', async () => {
    const leaving = await site.signUp()
    const [url = '', picture = '', other = ''] = await addImages(site, leaving, 3)
    const mediaFiles = [{ url, recipe: withPictures(picture) }]
    await publishZine(site, leaving, { title: 'Goodbye', mediaFiles })
    await createDraft(site, leaving, { pages: [{ url: other }] })
    const path = `/api/users/${leaving.id}`
    const response = await site.delete(path, leaving, { username: leaving.username })
    expect(response.status).toBe(200)
    expect(await mediaExists(site, [url, picture, other])).toEqual([false, false, false])
  })
})

describe('at the same time', () => {
  test('one of two different recipes is saved, and the other is rejected with it', async () => {
    const { id, url } = await publishMade()
    const [first, second] = [await newImage(), await newImage()]
    const responses = await Promise.all(
      [first, second].map((picture) => update(id, 1, [{ url, recipe: withPictures(picture) }])),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const stored = (await read(id, owner)).pages[0]?.recipe
    for (const { body } of responses) expect(body.zine.pages[0]?.recipe).toEqual(stored)
  })

  test('the same draft saved five times stores one recipe', async () => {
    const [url, picture] = [await newImage(), await newImage()]
    const draft = await createDraft(site, owner)
    const responses = await callConcurrently(5, () => save(draft.id, 1, [{ url, recipe: withPictures(picture) }]))
    expect(responses.map(({ body }) => body.draft.version)).toEqual([2, 2, 2, 2, 2])
  })

  test('a picture can be used in a draft or a zine, not in both', async () => {
    const picture = await newImage()
    const pageUrls = await addImages(site, owner, 2)
    const [forZine, forDraft] = pageUrls.map((url) => [{ url, recipe: withPictures(picture) }])
    const draft = await createDraft(site, owner)
    const zine = { title: 'Race', aspectRatio: '4:5', mediaFiles: forZine }
    const responses = await Promise.all([
      site.post<ResponseBody>('/api/zines', zine, owner),
      save(draft.id, 1, forDraft as object[]),
    ])
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(1)
  })

  test('an old picture is either used or swept', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [url, picture] = [await newImage(), await newImage()]
      const draft = await createDraft(site, owner)
      const [response] = await Promise.all([save(draft.id, 1, [{ url, recipe: withPictures(picture) }]), sweep()])
      expect([200, 400, 409]).toContain(response.status)
      if (response.status === 200) expect(await mediaExists(site, [url, picture])).toEqual([true, true])
    }
  })
})

describe('the largest recipes', () => {
  const large = (pictures: string[]) =>
    recipe({
      title: 'x'.repeat(limits.recipeTitle),
      text: '\u0001'.repeat(400) + 'x'.repeat(limits.recipeText - 400),
      captions: Array(limits.recipePanels).fill('x'.repeat(limits.recipeCaption)),
      pictures: pictures.map((url) => ({ url, altText: 'x'.repeat(80) })),
      inks: ['black', 'red'],
    })

  test('on 64 pages are saved, published, changed and read', async () => {
    const urls = await addImages(site, owner, 64)
    const pictures = await addImages(site, owner, 64 * limits.recipePanels)
    const texts = { altText: '\u0007'.repeat(limits.altText), transcript: '\u0007'.repeat(limits.transcript) }
    const pages = urls.map((url, at) => ({ url, ...texts, recipe: large(pictures.slice(6 * at, 6 * at + 6)) }))
    expect(JSON.stringify(pages[0]?.recipe).length).toBeGreaterThan(7_000)
    const draft = await createDraft(site, owner)
    const accepted = async <Response extends { status: number }>(response: Promise<Response>) => {
      const { status } = await response
      expect(status).toBeLessThan(300)
      return response
    }
    await accepted(save(draft.id, 1, pages))
    const { id } = (await accepted(publish(draft.id, 2))).body.zine
    const changed = pages.map((page) => ({ ...page, recipe: { ...page.recipe, title: 'Changed' } })).reverse()
    await accepted(update(id, 1, changed))
    const { body } = await accepted(site.call<ResponseBody>({ path: `/api/zines/${id}`, as: owner }))
    expect(body.zine.pages.map((page) => page.recipe)).toEqual(changed.map((page) => page.recipe))
    const { rows } = await site.pool.query('select from recipe_media where zine_id = $1', [id])
    expect(rows).toHaveLength(384)
    await accepted(site.delete(`/api/zines/${id}`, owner, {}))
    expect(await mediaExists(site, [...urls, ...pictures])).toEqual(Array(448).fill(false))
  })

  test('keep drawings and stamps, up to 0.5 MB in a zine', async () => {
    const strokes = Array.from({ length: 10 }, (_, n) => ({
      ink: n % 2,
      width: 'thick',
      points: `${n} 9 0${' 100 -100 1 -100 100 -1'.repeat(75)}`,
    }))
    const stamp = { design: 'moth', ink: 1, x: 0.12345, y: 1.5, size: 0.3, turn: -12.5 }
    const large = {
      version: 2,
      template: 'text',
      drawing: { strokes: [...strokes, strokes[0]], altText: 'A moth' },
      stamps: [stamp, { ...stamp, design: undefined, strokes }, { ...stamp, y: 0.5 }],
    }
    const urls = await addImages(site, owner, 64)
    const pages = urls.map((url) => ({ url, recipe: RecipeV2.parse(large) }))
    const draft = await createDraft(site, owner)
    const some = pages.slice(0, 12)
    const saved = await save(draft.id, 1, some)
    expect(Draft.parse(saved.body.draft).content.pages.map((page) => page.recipe)).toEqual(
      some.map((page) => page.recipe),
    )
    expect(some[0]?.recipe.stamps?.[0]).toEqual({ ...stamp, x: 0.1235 })
    const error = 'The drawings on the pages of a zine can have at most 0.5 MB together. Remove some.'
    const refused = { status: 400, body: { code: 'invalid_request', error } }
    expect(await save(draft.id, 2, pages)).toMatchObject(refused)
    const later = urls.map((url) => ({ url, recipe: { version: 3, template: 'text', more: 'x'.repeat(40_000) } }))
    expect(await save(draft.id, 2, later)).toMatchObject(refused)
    const { id } = (await publish(draft.id, 2)).body.zine
    expect(await update(id, 1, pages)).toMatchObject(refused)
    const zine = { title: 'No', aspectRatio: '4:5', mediaFiles: pages }
    expect(await site.post<ResponseBody>('/api/zines', zine, owner)).toMatchObject(refused)
    expect((await read(id, owner)).pages.map((page) => page.recipe)).toEqual(some.map((page) => page.recipe))
  })

  test('of a later release with a picture in every 60 bytes are refused', async () => {
    const addresses = Array.from({ length: 64 * 125 }, (_, at) => ({
      url: imageAddress(at.toString(16).padStart(32, '0')),
    }))
    const urls = await addImages(site, owner, 64)
    const pages = urls.map((url, at) => ({
      url,
      recipe: { version: 3, pictures: addresses.slice(125 * at, 125 * at + 125) },
    }))
    const draft = await createDraft(site, owner)
    const error = 'The pages of a zine can use at most 384 images. Remove some.'
    expect(await save(draft.id, 1, pages)).toMatchObject({ status: 400, body: { code: 'invalid_request', error } })
  })
})

describe('is refused with a message:', () => {
  const url = imageAddress('a'.repeat(32))
  const bubble = { panel: 0, x: 0.5, y: 0.5, tail: 'none', text: 'Hello' }
  const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)
  const notUploaded = 'Each image on a page must be the URL of an image you uploaded.'
  const notStorable = 'This page contains a character, number or name that cannot be stored, or is nested too deeply.'
  const framed = (frame: object) => ({ url, frame: { x: 0.5, y: 0.5, zoom: 1, turn: 0, ...frame } })
  const framedTests = (
    [
      [{ x: Number.NaN }, 'The place of an image must be a number from 0 to 1.'],
      [{ y: -0.1 }, 'The place of an image must be a number from 0 to 1.'],
      [{ zoom: 0.5 }, 'The zoom of an image must be a number from 1 to 8.'],
      [{ zoom: 1e300 }, 'The zoom of an image must be a number from 1 to 8.'],
      [{ turn: 181 }, 'The turn of an image must be a number from -180 to 180.'],
      [{ turn: undefined }, 'The turn of an image must be a number from -180 to 180.'],
      [{ skew: 2 }, 'Unknown key: "skew".'],
    ] as const
  ).map(([frame, message]) => [{ version: 2, pictures: [framed(frame)] }, message] as [object, string])
  const stroke = { ink: 0, width: 'thin', points: '10 20 5 30 40 -1' }
  const stamp = { design: 'star', ink: 1, x: 0.5, y: 0.5, size: 0.3, turn: 0 }
  const drawn = (strokes: unknown, more: object = {}) => ({ version: 2, drawing: { strokes, ...more } })
  const pointsOf = (points: unknown) => drawn([{ ...stroke, points }])
  const notPoints = 'The points of a stroke must be whole numbers within the page, separated by spaces.'
  const notInk = 'The ink of a stroke or stamp must be 0 or 1.'
  const tooDetailed = 'The drawing and stamps of a page can have at most 40 kB.'
  const long = { ...stroke, points: `0 0 5${' 1 1 0'.repeat(3_300)}` }
  const stampTests = (
    [
      [{ design: 'svg' }, 'Unknown design of a stamp.'],
      [{ design: undefined }, 'A stamp must have either a design or strokes.'],
      [{ strokes: [stroke] }, 'A stamp must have either a design or strokes.'],
      [{ design: undefined, strokes: [] }, 'A drawn stamp needs a stroke.'],
      [{ design: undefined, strokes: [{ ...stroke, points: '1' }] }, notPoints],
      [{ ink: 2 }, notInk],
      [{ x: 1.6 }, 'The place of a stamp must be a number from -0.5 to 1.5.'],
      [{ y: Number.NaN }, 'The place of a stamp must be a number from -0.5 to 1.5.'],
      [{ size: 1e300 }, 'The size of a stamp must be a number from 0.02 to 2.'],
      [{ turn: 181 }, 'The turn of a stamp must be a number from -180 to 180.'],
      [{ stamps: [] }, 'Unknown key: "stamps".'],
    ] as const
  ).map(([fields, message]) => [{ version: 2, stamps: [{ ...stamp, ...fields }] }, message] as [object, string])
  const drawnTests: [object, string][] = [
    [drawn('all'), 'The strokes must be a list.'],
    [drawn(Array(501).fill(stroke)), 'A drawing can have at most 500 strokes.'],
    [drawn([{ ...stroke, width: 'huge' }]), 'Unknown width of a stroke.'],
    [drawn([{ ...stroke, ink: 2 }]), notInk],
    [drawn([{ ...stroke, layer: 1 }]), 'Unknown key: "layer".'],
    [drawn([], { altText: 'x'.repeat(301) }), 'The description of a drawing can be at most 300 characters long.'],
    ...['', 'x', '1 2', '1 2 3 4', '1 2 3 ', '1  2 3', '1.5 2 3', 'NaN NaN NaN', '1e3 2 3', '1 2 10', '9000 0 5 1 0 0']
      .concat(['0 0 5 0 0 5', '0 0 5 0 0 -6', '99999 1 1', '9'.repeat(19_999), '9000 9001 5', '-1001 0 5', '１ 2 3'])
      .map((points): [object, string] => [pointsOf(points), notPoints]),
    [pointsOf([1, 2, 3]), notPoints],
    [pointsOf('9'.repeat(100_000)), 'The points of a stroke can be at most 20000 characters long.'],
    [pointsOf('1 1 1 '.repeat(50_000)), 'The points of a stroke can be at most 20000 characters long.'],
    [drawn([long, long, long]), tooDetailed],
    [{ version: 2, stamps: Array(3).fill({ ...stamp, design: undefined, strokes: [long] }) }, tooDetailed],
    [{ ...drawn([long]), stamps: [{ ...stamp, design: undefined, strokes: [long, long] }] }, tooDetailed],
    [{ version: 1, drawing: { strokes: [] } }, 'Unknown key: "drawing".'],
    [{ version: 1, stamps: [] }, 'Unknown key: "stamps".'],
    [{ version: 2, stamps: Array(31).fill(stamp) }, 'A page can have at most 30 stamps.'],
    ...stampTests,
  ]
  test.each<[object, string]>([
    [{ text: 'x'.repeat(2_801) }, 'The text of a page can be at most 2800 characters long.'],
    [{ text: 5 }, 'The text of a page must be text.'],
    [{ title: 'a\u0000b' }, 'The title of a page contains a character that cannot be stored.'],
    [{ captions: ['\ud800'] }, 'A caption contains a character that cannot be stored.'],
    [{ captions: Array(7).fill('') }, 'A page can have at most 6 captions.'],
    [{ pictures: Array(7).fill(null) }, 'A page can have at most 6 images.'],
    [{ template: '<svg>' }, 'Unknown template.'],
    [{ version: 2, cover: '<svg>' }, 'Unknown design of a cover.'],
    [{ version: 2, spread: 'middle' }, 'Unknown half of an image.'],
    [{ version: 1, cover: 'block' }, 'Unknown key: "cover".'],
    [{ inks: ['url(https://evil.example)'] }, 'Unknown ink.'],
    [{ inks: ['red', 'red', 'red'] }, 'A page can have at most two inks.'],
    [{ language: 'xx-nonsense-!' }, 'Unknown language. Use a tag such as en or pt-BR.'],
    [{ html: '<b>' }, 'Unknown key: "html".'],
    [{ version: 0 }, 'Unknown version of a page.'],
    [{ pictures: [{ url: 'javascript:alert(1)' }] }, notUploaded],
    [{ pictures: [{ url: `https://evil.example${url}` }] }, notUploaded],
    [{ pictures: [{ url: '/media/../api/users' }] }, notUploaded],
    [{ pictures: [{ url: `${url}?` }] }, notUploaded],
    [{ version: 2, textSize: 'huge' }, 'Unknown size of a text.'],
    [{ version: 2, alignment: 'end' }, 'Unknown alignment.'],
    [{ version: 2, folio: { number: 0 } }, 'A page number must be a whole number from 1 to 64.'],
    [{ version: 2, folio: { number: 1.5 } }, 'A page number must be a whole number from 1 to 64.'],
    [{ version: 2, panels: 'odd' }, 'Unknown layout of panels.'],
    [{ version: 2, bubbles: [{ ...bubble, panel: 6 }] }, 'A speech bubble must be in one of the panels.'],
    [{ version: 2, bubbles: [{ ...bubble, x: 1e9 }] }, 'The place of a speech bubble must be a number from 0 to 1.'],
    [{ version: 2, bubbles: [{ ...bubble, x: null }] }, 'The place of a speech bubble must be a number from 0 to 1.'],
    [{ version: 2, bubbles: Array(13).fill(bubble) }, 'A page can have at most 12 speech bubbles.'],
    [{ version: 2, bubbles: [{ ...bubble, bubbles: [] }] }, 'Unknown key: "bubbles".'],
    [{ textSize: 'medium' }, 'The size of a text must be a number.'],
    ...framedTests,
    [{ version: 1, treatment: 'dither' }, 'Unknown treatment of images.'],
    [{ version: 1, brightness: 5 }, 'Unknown key: "brightness".'],
    [{ version: 1, pictures: [framed({})] }, 'Unknown key: "frame".'],
    [{ version: 2, treatment: 'oil' }, 'Unknown treatment of images.'],
    [{ version: 2, brightness: 101 }, 'The brightness of images must be a number from -100 to 100.'],
    [{ version: 2, contrast: '5' }, 'The contrast of images must be a number from -100 to 100.'],
    [{ version: 2, whitensPaper: 1 }, 'whitensPaper must be true or false.'],
    [{ version: 3, pictures: [{ url: 'javascript:alert(1)' }] }, notUploaded],
    [{ version: 3, pictures: 'all' }, 'The pictures must be a list.'],
    [{ version: 3, pictures: Array(151).fill(null) }, 'A page can have at most 150 images.'],
    [{ version: 3, text: 'a\u0000b' }, notStorable],
    [{ version: 3, deep }, notStorable],
    [{ version: 3, numbers: [1.5, 5e-324] }, notStorable],
    [{ version: 3, number: 2 ** 60 }, notStorable],
    [{ version: 3, constructor: 1 }, notStorable],
    [{ version: 3, text: 'x'.repeat(48_000) }, 'A page made here can have at most 48 kB.'],
    ...drawnTests,
  ])('%.60j', async (fields, message) => {
    const page = { url, recipe: { version: 1, template: 'text', ...fields } }
    const responses = [
      await site.post<ResponseBody>('/api/drafts', { content: { pages: [page] } }, owner),
      await site.post<ResponseBody>('/api/zines', { title: 'No', aspectRatio: '4:5', mediaFiles: [page] }, owner),
    ]
    for (const { status, body } of responses) expect([status, body.error]).toEqual([400, message])
  })
})
