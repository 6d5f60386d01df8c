import { callApi, expect, press, register, reload, test, visit } from '#tests/support/journey.ts'
import { publish } from '#tests/support/published-zine.ts'

for (const width of [390, 1280])
  test(`a zine of a followed creator is marked as new in the Following tab, also after a reload (${width} px)`, async ({
    page,
    otherRequest,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const reader = await register(page.request)
    const creator = await register(otherRequest)
    await visit(page, '/')
    await expect(page.getByRole('tab')).toHaveCount(4)

    await visit(page, `/profile/${creator.id}`)
    const isFollowed = page.waitForResponse((response) => response.url().endsWith('/api/favorites/creators'))
    await press(page, `Follow ${creator.username}`)
    expect((await isFollowed).ok()).toBe(true)
    await expect(page.getByRole('button', { name: `Following ${creator.username}` })).toBeVisible()

    // This simulates that the member looked at the tab two days ago.
    const readAt = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString()
    await callApi(page.request, 'put', `/api/users/${reader.id}/followed-zines/seen`, { readAt })
    await publish(otherRequest, 'New zine')

    const isSeen = page.waitForResponse((response) => response.url().endsWith('/seen'))
    await visit(page, '/')
    await page.getByRole('tab', { name: 'Following' }).click()
    const fresh = page.getByRole('heading', { name: /^New since \w+day$/ })
    await expect(fresh).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Following' })).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('article').first()).toContainText('New zine')
    expect((await isSeen).ok()).toBe(true)
    await reload(page)
    await expect(fresh).toBeVisible()
  })
