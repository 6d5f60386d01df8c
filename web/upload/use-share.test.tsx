import { useState } from 'react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { emptyMetadata } from '#web/details/zine-metadata.ts'
import { expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, member, memberId, renderInSite } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { createChosenPages } from './pages/chosen-pages.ts'
import type { Sender } from './sending/send-file.ts'
import { useShare } from './use-share.ts'

const server = fakeServer({ '/api/zines': { zine: exampleOpenZine() } })
const published = () => server.writes().map(({ body }) => body)

const ready: Sender = {
  send: async () => ({
    url: '/media/a-1600.webp',
    kind: 'image',
    width: 1,
    height: 1,
    placeholder: null,
    posterUrl: null,
  }),
}
const never: Sender = {
  send: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
}

const fields = {
  title: ' Moths ',
  description: ' ',
  aspectRatio: '4:5' as const,
  paper: 'pictures' as const,
  readingDirection: 'ltr' as const,
  mayPrint: true,
  ...emptyMetadata,
}

function Sharing({ sender, onShared }: { sender: Sender; onShared: () => void }) {
  const [draft] = useState(() => {
    const draftPages = createChosenPages(
      () => sender,
      () => undefined,
    )
    draftPages.add([new File(['x'], 'a.png', { type: 'image/png' })])
    const id = draftPages.read()[0]?.id ?? ''
    draftPages.describe(id, { altText: 'A moth' })
    draftPages.describe(id, { transcript: 'Lamp' })
    return draftPages
  })
  const { phase, share } = useShare(draft, onShared)
  return (
    <>
      <p>{phase}</p>
      <p>at {useLocation().pathname}</p>
      <button type="button" onClick={() => share(fields)}>
        Share
      </button>
      <button type="button" onClick={draft.stop}>
        Stop
      </button>
    </>
  )
}

async function openSharing(sender = ready) {
  const onShared = vi.fn()
  await renderInSite(<Sharing sender={sender} onShared={onShared} />, { viewer: member })
  return onShared
}

const shareButton = page.getByRole('button', { name: 'Share' })

test('shares the trimmed texts, with those of each page, and the aspect ratio of the first picture', async () => {
  const onShared = await openSharing()
  await shareButton.click()
  await expect.poll(() => onShared).toHaveBeenCalledOnce()
  expect(published()).toEqual([
    {
      title: 'Moths',
      description: null,
      aspectRatio: '1:1',
      paper: 'pictures',
      readingDirection: 'ltr',
      mayPrint: true,
      ...emptyMetadata,
      creatorId: memberId,
      mediaFiles: [{ url: '/media/a-1600.webp', altText: 'A moth', transcript: 'Lamp' }],
    },
  ])
  await expectToast({ title: 'Success!', description: 'Your zine has been uploaded successfully.' })
  expect(readToast()?.action).toMatchObject({ label: 'Open the zine' })
  readToast()?.action?.run()
  await expectVisible(`at /zine/${exampleOpenZine().id}`)
})

test('pressing twice shares once', async () => {
  const onShared = await openSharing()
  const button = shareButton.element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.poll(() => onShared).toHaveBeenCalledOnce()
  expect(published()).toHaveLength(1)
})

test.each([
  [new Response('', { status: 502 }), 'Failed to upload your zine. Please try again.'],
  [errorResponse('invalid_request', 'The title is too long.'), 'The title is too long.'],
])('a failure is reported and leaves the draft ready to share again', async (response, message) => {
  server.responses['/api/zines'] = response
  const onShared = await openSharing()
  await shareButton.click()
  await expectToast({ title: 'Error', description: message, variant: 'destructive' })
  await expectVisible('editing')
  expect(onShared).not.toHaveBeenCalled()
  server.responses['/api/zines'] = { zine: exampleOpenZine() }
  await shareButton.click()
  await expect.poll(() => onShared).toHaveBeenCalledOnce()
})

test('calling it off while pages are sent goes back to editing, and publishes nothing', async () => {
  const onShared = await openSharing(never)
  await shareButton.click()
  await expectVisible('sending')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expectVisible('editing')
  expect(published()).toEqual([])
  expect(onShared).not.toHaveBeenCalled()
})
