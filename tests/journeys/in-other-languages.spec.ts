import type { Page } from '@playwright/test'
import { expect, fixtures, press, register, test, uniqueName, visit, waitForMail } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'
import { translationsInto } from '../support/translations.ts'

const languages = ['de', 'es', 'fr', 'ja', 'pt-BR', 'ar']

for (const language of languages) {
  const say = translationsInto(language)

  test.describe(`in ${language}`, () => {
    test.use({ locale: language })

    test('a visitor finds and reads a zine, becomes a member and publishes', async ({ page, otherRequest }) => {
      const creator = await register(otherRequest)
      const word = uniqueName('moth')
      const zine = await publish(otherRequest, `The ${word} window`)
      await visit(page, '/')
      await expectLanguage(page, language)
      await page.getByRole('searchbox').fill(word)
      await expect(page).toHaveURL(new RegExp(`q=${word}`))
      await expect(page.locator('.rack-card')).toHaveCount(1)
      await page.getByRole('link', { name: zine.title }).click()
      await page.getByRole('dialog').locator('a[href$="/read"]').click()
      await expect(page).toHaveURL(`/zine/${zine.id}/read`)
      await expectLanguage(page, language)

      const username = uniqueName('maker')
      const email = `${username}@example.org`
      await visit(page, '/')
      await press(page, say('Sign in'), say('Create Account'))
      const account = page.getByRole('dialog')
      await account.getByLabel(say('Email')).fill(email)
      await account.getByLabel(say('Username')).fill(`${username} x`)
      await account.getByLabel(say('Password')).fill('correct horse')
      await press(account, say('Create Account'))
      await expect(account.getByText(say('Usernames cannot have spaces. Use _ . or - instead.'))).toBeVisible()
      await account.getByLabel(say('Username')).fill(username)
      await press(account, say('Create Account'))
      await expect(page).toHaveURL(/\/profile\//)

      const mail = await waitForMail(email)
      expect(mail.subject).toBe(say('Confirm your email for Foldout'))
      await page.goto(mail.links.find((link) => link.includes('/auth/callback')) ?? '')
      await expect(page.getByRole('heading', { name: say('Email Confirmed!') })).toBeVisible()
      await expect(page).toHaveURL('/')

      await press(page.getByRole('banner'), say('Upload'))
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').first().setInputFiles(fixtures('photo-sideways-gps.jpg'))
      await dialog.getByLabel(say('Title')).fill(`Zine of ${username}`)
      await press(dialog, say('Share'))
      await expect(
        page.getByRole('listitem').filter({ hasText: say('Your zine has been uploaded successfully.') }),
      ).toBeVisible()

      await visit(page, '/account-settings')
      const card = page.getByRole('region', { name: say('Language'), exact: true })
      await card.getByRole('button', { name: 'English' }).click()
      await expectLanguage(page, 'en')
      // Their browser still prefers the other language, but the page is what they read.
      await page.getByRole('textbox', { name: 'Username', exact: true }).fill(creator.username)
      await press(page, 'Update Username')
      await expect(page.getByText('This username is already taken.').first()).toBeVisible()
      await visit(page, '/')
      await expectLanguage(page, 'en')
    })
  })
}

const expectLanguage = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language)
