import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, test, visit } from '../support/journey.ts'
import { journeyData } from '../support/journey-data.ts'

const rules = `# House rules

Read these [first](/about), or [elsewhere](https://example.org/a/very/long/address/that/does/not/fit/on/any/phone).

## What is welcome

1. Paper
   - folded
2. \`code_that_is_far_too_long_to_be_shown_on_one_line_of_a_telephone_in_portrait\`

> As somebody said.

| What | How long |
|---|---|
| zines | until you delete them |

<script>document.title = 'taken'</script>
`

test('whoever runs the site writes its rules, and everybody can read them', async ({ page }) => {
  const folder = join(journeyData(), 'pages')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'rules.md'), rules)
  await expect(async () => {
    await visit(page, '/about')
    await page.getByRole('link', { name: 'Rules' }).click({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'House rules' })).toBeVisible()
  await expect(page).toHaveTitle('House rules · Foldout')
  await page.reload()
  await expect(page.getByText("<script>document.title = 'taken'</script>")).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoBarrier(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
  }
  await rm(join(folder, 'rules.md'))
})

test('the privacy page is there before anybody writes one', async ({ page }) => {
  await visit(page, '/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expectNoBarrier(page)
})
