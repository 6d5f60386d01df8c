import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SitePage } from '#contract/site-pages.ts'
import { readConfig } from '#server/config/config.ts'
import { rateLimitRules } from '#server/http/rate-limit-rules.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { defaultPrivacy } from './default-privacy.ts'
import { openSitePages, renderMarkdown } from './site-pages.ts'

const site = await openTestApp({ pages: pageSource })
const folder = join(site.dataDir, 'pages')
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})

const write = (name: string, text: string | Buffer) => writeFile(join(folder, `${name}.md`), text)
const read = (name: string) => site.call<SitePage & { code?: string }>({ path: `/api/site-pages/${name}` })

test('a page shows the content of its file, changes with it immediately, and does not exist without it', async () => {
  expect((await read('rules')).status).toBe(404)
  await write('rules', '\uFEFF# Our rules\n\nBe *kind*.')
  expect((await read('rules')).body).toEqual({
    title: 'Our rules',
    html: '<p>Be <em>kind</em>.</p>\n',
  })
  await write('rules', 'Be kinder.')
  expect((await read('rules')).body).toEqual({ title: 'Rules', html: '<p>Be kinder.</p>\n' })
  await rm(join(folder, 'rules.md'))
  expect((await read('rules')).status).toBe(404)
})

test('its page is rendered without scripts, linked in the footer of every page, and otherwise not found', async () => {
  const pages = async (path: string) => (await site.call({ path })).text
  expect((await site.call({ path: '/imprint' })).status).toBe(404)
  expect(await pages('/about')).toContain('href="/privacy"')
  expect(await pages('/about')).not.toContain('href="/imprint"')
  await write('imprint', '# Who we are\n\nThe *copy shop*.')
  // Pages are cached for five seconds for guests, but not for members.
  const as = await site.signUp()
  await expect.poll(async () => (await site.call({ path: '/about', as })).text).toContain('href="/imprint"')
  const { status, text } = await site.call({ path: '/imprint', as })
  expect([status, /<h1>Who we are<\/h1>/.test(text), text.includes('The <em>copy shop</em>')]).toEqual([
    200,
    true,
    true,
  ])
  expect(text).toContain('<title>Who we are · Foldout</title>')
})

test('a page in the language of the reader is shown before the general one', async () => {
  await write('rules', '# Reglas\n\nSé amable.')
  await write('rules.en', '# House rules\n\nBe kind.')
  await write('imprint.en', '# Who we are')
  const inEnglish = { title: 'House rules', html: '<p>Be kind.</p>\n', language: 'en' }
  const general = { title: 'Reglas', html: '<p>Sé amable.</p>\n' }
  expect((await read('rules?language=en')).body).toEqual(inEnglish)
  for (const query of ['', '?language=', '?language=es', '?language=../en', '?language=__proto__'])
    expect([query, (await read(`rules${query}`)).body]).toEqual([query, general])
  expect((await read(`rules?language=${'x'.repeat(36)}`)).status).toBe(400)

  const pages = openSitePages(site.config, { warn: () => undefined })
  expect([await pages.names('en'), await pages.names('es')]).toEqual([
    ['rules', 'privacy', 'imprint'],
    ['rules', 'privacy'],
  ])
  const as = await site.signUp()
  const { text } = await site.call({ path: '/rules', as })
  expect(text).toContain('<article dir="auto" lang="en"')
  expect(text).toContain('<title>House rules · Foldout</title>')
  await rm(join(folder, 'rules.en.md'))
  expect((await read('rules?language=en')).body).toEqual(general)
  expect((await site.call({ path: '/rules', as })).text).toContain('<article dir="auto"><')
})

test('guests of two languages each get their own page and its links', async () => {
  const other = await startTestApp({ pages: pageSource, languages: ['en', 'es'] })
  const otherFolder = join(other.dataDir, 'pages')
  await mkdir(otherFolder)
  await writeFile(join(otherFolder, 'rules.md'), '# Rules')
  await writeFile(join(otherFolder, 'rules.es.md'), '# Reglas')
  await writeFile(join(otherFolder, 'imprint.es.md'), '# Quién')
  const visit = (path: string, language: string, headers = {}) =>
    other.call({ path, headers: { 'accept-language': language, ...headers } })
  const [english, spanish] = [await visit('/rules', 'en'), await visit('/rules', 'es')]
  expect(english.text).toContain('<title>Rules · Foldout</title>')
  expect(spanish.text).toContain('<title>Reglas · Foldout</title>')
  expect(spanish.text).toContain('<article dir="auto" lang="es"')
  expect([english.text.includes('"/imprint"'), spanish.text.includes('"/imprint"')]).toEqual([false, true])
  const tag = String(english.headers.etag)
  expect((await visit('/rules', 'es', { 'if-none-match': tag })).status).toBe(200)
  expect([(await visit('/imprint', 'en')).status, (await visit('/imprint', 'es')).status]).toEqual([404, 200])
  await other.close()
})

test('guests get a changed page within seconds, with another ETag', async () => {
  await write('rules', '# Rules')
  await write('rules.en', '# House rules')
  const visit = (headers = {}) => site.call({ path: '/rules', headers })
  await expect.poll(async () => (await visit()).text).toContain('<h1>House rules</h1>')
  const { etag } = (await visit()).headers
  expect((await visit({ 'if-none-match': String(etag) })).status).toBe(304)
  await write('rules.en', '# New rules')
  await expect.poll(async () => (await visit({ 'if-none-match': String(etag) })).text).toContain('<h1>New rules</h1>')
})

test('only a file with the exact name and within the size limit is read', async () => {
  await writeFile(join(site.dataDir, 'hidden.md'), 'not for you')
  for (const name of ['../hidden', '..%2fhidden', '%2e%2e/hidden', 'hidden', 'rules.md', 'rules%00', 'RULES'])
    expect([name, (await read(name)).status === 200]).toEqual([name, false])
  await symlink(join(site.dataDir, 'hidden.md'), join(folder, 'rules.md'))
  expect((await read('rules')).status).toBe(404)
  await rm(join(folder, 'rules.md'))
  await mkdir(join(folder, 'rules.md'))
  expect((await read('rules')).status).toBe(404)
  await rm(join(folder, 'rules.md'), { recursive: true })
  await write('rules', 'x'.repeat(100_001))
  expect((await read('rules')).status).toBe(404)
  await write('rules', Buffer.alloc(10_000_000, 'x '))
  expect((await read('rules')).status).toBe(404)
  execFileSync('mkfifo', [join(folder, 'imprint.md')])
  expect((await read('imprint')).status).toBe(404)
  await write('privacy', Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x0a]))
  expect((await read('privacy')).status).toBe(200)
})

test('a file that is not shown is logged once', async () => {
  const warnings: object[] = []
  const pages = openSitePages(site.config, { warn: (details) => warnings.push(details) })
  await write('rules', 'x'.repeat(200_000))
  for (let n = 0; n < 5; n += 1) expect(await pages.find('rules')).toBeUndefined()
  expect(warnings).toEqual([{ page: 'rules' }])
  await write('rules.es', 'x'.repeat(200_000))
  expect(await pages.find('rules', 'es')).toBeUndefined()
  expect(warnings).toEqual([{ page: 'rules' }, { page: 'rules', language: 'es' }])
})

describe('a page file renders only as text and links', () => {
  const html = (text: string) => renderMarkdown(text, 'Rules').html

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<style>*{display:none}</style>\n\n<iframe src="https://evil.example">',
    'a <b onclick="alert(1)">b</b>',
    '<!-- --><svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\\script:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://here)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '![x](javascript:alert(1))',
    '![x](https://evil.example/pixel.png)',
    '[x](https://ok.example "\\" onclick=alert(1) \\"")',
    '# <img src=x onerror=alert(1)>',
    '```<script>\nalert(1)\n```',
    '```"><script>alert(1)</script>\nx\n```',
  ])('%s', (text) => {
    const shown = parseTags(html(text))
    expect(shown.tags.filter((tag) => !allowedTags.has(tag))).toEqual([])
    expect(shown.attributes.filter(([name]) => !/^(href|title|rel|class|start|style)$/.test(name))).toEqual([])
    for (const [name, value] of shown.attributes)
      if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|\/[^/\\]|#)/i)
  })

  test.each([
    ['[a](/about)', 'href="/about"'],
    ['[a](https://example.org)', 'href="https://example.org" rel="nofollow noopener noreferrer"'],
    ['<hello@example.org>', 'href="mailto:hello@example.org"'],
    ['[a](#rights)', 'href="#rights"'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '<td>1</td>'],
    ['# One\n\n# Two', '<h2>Two</h2>'],
  ])('%s is shown', (text, part) => {
    expect(html(text)).toContain(part)
  })

  test('the title is the text of the first heading', () => {
    expect(renderMarkdown('# A *fine* `day` &amp; [more](/x)\n\ntext', 'Rules').title).toBe('A fine day & more')
    expect(renderMarkdown('#\n\ntext', 'Rules').title).toBe('Rules')
    expect(renderMarkdown(`# ${'x'.repeat(900)}`, 'Rules').title).toHaveLength(200)
  })

  test.each([
    ['[', ''],
    ['![[', ''],
    ['*a **a ', ''],
    ['> ', 'x'],
    ['- ', 'x'],
    ['`` ` ', ''],
    ['<', ''],
    ['| a ', '\n|---|'],
    ['[a](<b', ''],
    ['&', ''],
  ])('a hundred kilobytes of %s are rendered quickly', (part, end) => {
    const text = part.repeat(100_000 / part.length) + end
    const before = process.cpuUsage()
    expect(html(text).length).toBeLessThan(3_000_000)
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
  })
})

const allowedTags = new Set(['p', 'a', 'code', 'pre', 'em', 'strong', 'h1', 'h2', 'ul', 'li', 'blockquote', 'br'])

function parseTags(html: string) {
  const elementMatches = [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi)]
  return {
    tags: elementMatches.map(([, tag = '']) => tag.toLowerCase()),
    attributes: elementMatches.flatMap(([, , attributes = '']) =>
      [...attributes.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const),
    ),
  }
}

describe('the default privacy page', () => {
  const text = (settings: Record<string, string> = {}) =>
    defaultPrivacy(readConfig({ DATA_DIR: site.dataDir, ...settings }))

  test('is shown until the operator writes another', async () => {
    const { body } = await read('privacy')
    expect(body).toMatchObject({ title: 'Privacy', html: expect.stringContaining('30 days') })
    await write('privacy', '# Ours')
    expect((await read('privacy')).body.title).toBe('Ours')
  })

  test('describes attempt limits correctly', () => {
    const longestSeconds = Math.max(...Object.values(rateLimitRules).map(({ seconds }) => seconds))
    const [, hours] = /after (\d+) hours at the latest/.exec(text()) ?? []
    expect(Number(hours) * 3600).toBe(longestSeconds)
  })

  test('describes who receives data, according to the settings', () => {
    expect(text()).toContain('No one. Everything is stored on this site’s own machine.')
    const external = text({
      S3_BUCKET: 'zines',
      S3_ENDPOINT: 'https://s3.example',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 'k',
      SMTP_URL: 'smtp://mail.example',
      GITHUB_CLIENT_ID: 'g',
      GITHUB_CLIENT_SECRET: 's',
      POSTHOG_KEY: 'phc_1',
      BACKUP_DIR: '/backups',
      BACKUP_KEEP: '12',
    })
    for (const part of ['at s3.example', 'mail server', 'GitHub', 'eu.i.posthog.com', 'keeps 12 nightly backups'])
      expect(external).toContain(part)
    expect(external).not.toContain('Emails are stored on this machine')
  })
})
