import { expect, test } from 'vitest'
import type { ZineList } from '#contract/zines.ts'
import { addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const maker = await site.signUp('İrem')

async function search(query: Record<string, string>) {
  const { body } = await site.get<ZineList & { correction: string | null }>(
    `/api/search/zines?${new URLSearchParams(query)}`,
  )
  return { titles: body.zines.map(({ title }) => title), correction: body.correction }
}

test.each([
  ['كتاب الليل', ['کتاب', 'کِتـاب', 'ليل', 'لیل']],
  ['یک فنجان چای', ['يك', 'چاي']],
  ['أخبار المدينة', ['اخبار', 'المدینه', 'إخبار']],
  ['شماره ۱۲', ['12', '١٢', 'شمارۀ', 'شمارہ']],
  ['ネコとコーヒー', ['ねこ', 'ﾈｺ', 'こーひー', '猫'.replace('猫', 'ネコと')]],
  ['さくら日記', ['サクラ', 'ｻｸﾗ']],
  ['ज़मीन की कहानी', ['जमीन', 'ज\u093Cमीन', '\u095Bमीन']],
  ['পড়ার ঘর', ['পডার', 'প\u09A1\u09BCার']],
  ['Col·lecció de núvols', ['col·lecció', 'colleccio', 'coŀlecció', 'COL•LECCIÓ']],
  ['צ׳ק ושלום', ["צ'ק", 'צק', 'שלומ', 'שָׁלוֹם']],
  ['Οδός ΗΛΙΟΣ', ['οδοσ', 'ηλιος', 'ήλιοσ']],
  ['Große Fußgänger', ['GROSSE', 'fussganger']],
  ['Ёлки', ['елки', 'ЁЛКИ']],
  ['Über‌schallsoft\u00ADware', ['software', 'uberschall']],
])('%s is found in other spellings, without a correction', async (title, spellings) => {
  await publishOnePage(site, maker, title)
  for (const text of spellings) {
    expect(await search({ search: text }), text).toEqual({ titles: [title], correction: null })
    expect(await search({ search: `"${text}"` }).then(({ correction }) => correction), text).toBeNull()
  }
})

test('й and и are two letters', async () => {
  await publishOnePage(site, maker, 'Май')
  expect((await search({ search: 'май' })).titles).toEqual(['Май'])
  expect((await search({ search: 'маи' })).titles).toEqual([])
})

test('filters compare subjects and series in any spelling', async () => {
  const details = { subjects: ['گربه‌ها و كتاب'], series: 'مجلة الليل' }
  await publishZine(site, maker, { title: 'X', details, mediaFiles: await addMedia(site, maker, ['image']) })
  expect((await search({ subject: 'گربه‌ها و کتاب' })).titles).toEqual(['X'])
  expect((await search({ series: 'مجله اللیل' })).titles).toEqual(['X'])
})

test('a creator is found by their name in any spelling', async () => {
  for (const name of ['@irem', '@İREM', '@i̇rem', 'irem']) {
    const { body } = await site.get<{ creators: { username: string }[] }>(
      `/api/search/users?search=${encodeURIComponent(name)}`,
    )
    expect(
      body.creators.map(({ username }) => username),
      name,
    ).toEqual(['İrem'])
  }
})
