import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nothingSaid } from '#web/details/said.ts'
import { isSeen, said } from '#web/site/seen.testing.ts'
import { fakeServer, refusal, show } from '#web/site/site.testing.tsx'
import { createDraftPages } from './pages/draft-pages.ts'
import type { Sender } from './sending/send-file.ts'
import { useShare } from './use-draft.ts'

const server = fakeServer({ '/api/zines': { zine: { id: 'z' } } })
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

const words = {
  title: ' Moths ',
  description: ' ',
  aspectRatio: '4:5' as const,
  readingDirection: 'ltr' as const,
  mayPrint: true,
  ...nothingSaid,
}

function Sharing({ sender, onShared }: { sender: Sender; onShared: () => void }) {
  const [draft] = useState(() => {
    const made = createDraftPages(
      () => sender,
      () => undefined,
    )
    made.add([new File(['x'], 'a.png', { type: 'image/png' })])
    const id = made.read()[0]?.id ?? ''
    made.describe(id, 'A moth')
    made.transcribe(id, 'Lamp')
    return made
  })
  const { phase, share } = useShare(draft, onShared)
  return (
    <>
      <p>{phase}</p>
      <button type="button" onClick={() => share(words)}>
        Share
      </button>
      <button type="button" onClick={draft.stop}>
        Stop
      </button>
    </>
  )
}

async function open(sender = ready) {
  const onShared = vi.fn()
  await show(<Sharing sender={sender} onShared={onShared} />, { viewer: { id: 'v' } })
  return onShared
}

const shareButton = page.getByRole('button', { name: 'Share' })

test('shares the trimmed texts, with those of each page', async () => {
  const onShared = await open()
  await shareButton.click()
  await expect.poll(() => onShared).toHaveBeenCalledOnce()
  expect(published()).toEqual([
    {
      title: 'Moths',
      description: null,
      aspectRatio: '4:5',
      readingDirection: 'ltr',
      mayPrint: true,
      ...nothingSaid,
      creatorId: 'v',
      mediaFiles: [{ url: '/media/a-1600.webp', altText: 'A moth', transcript: 'Lamp' }],
    },
  ])
  await said({ title: 'Success!', description: 'Your zine has been uploaded successfully.' })
})

test('pressing twice shares once', async () => {
  const onShared = await open()
  const button = shareButton.element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.poll(() => onShared).toHaveBeenCalledOnce()
  expect(published()).toHaveLength(1)
})

test.each([
  [new Response('', { status: 502 }), 'Failed to upload your zine. Please try again.'],
  [refusal(400, 'The title is too long.'), 'The title is too long.'],
])('a failure is reported and leaves the draft ready to share again', async (failing, sentence) => {
  server.answers['/api/zines'] = failing
  const onShared = await open()
  await shareButton.click()
  await said({ title: 'Error', description: sentence, variant: 'destructive' })
  await isSeen('editing')
  expect(onShared).not.toHaveBeenCalled()
  server.answers['/api/zines'] = { zine: { id: 'z' } }
  await shareButton.click()
  await expect.poll(() => onShared).toHaveBeenCalledOnce()
})

test('calling it off while pages are sent goes back to editing, and publishes nothing', async () => {
  const onShared = await open(never)
  await shareButton.click()
  await isSeen('sending')
  await page.getByRole('button', { name: 'Stop' }).click()
  await isSeen('editing')
  expect(published()).toEqual([])
  expect(onShared).not.toHaveBeenCalled()
})
