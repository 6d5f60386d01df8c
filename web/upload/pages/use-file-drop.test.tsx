import { expect, test, vi } from 'vitest'
import { cdp, server } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useFileDrop } from './use-file-drop.ts'

async function openDropTarget() {
  const handlers = { onFiles: vi.fn(), onProblem: vi.fn() }
  const Target = () => <textarea data-over={useFileDrop(handlers)} />
  const { unmount } = await render(<Target />)
  const field = document.querySelector('textarea')
  if (!field) throw new Error('There is no field')
  /** Returns whether the page left the event to the browser. */
  const send = (type: string, dataTransfer: DataTransfer) =>
    field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  return { ...handlers, field, send, unmount }
}

function transferOf(...files: File[]) {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  return dataTransfer
}

const picture = new File(['x'], 'a.png', { type: 'image/png' })

test('dropped files are added, and the browser does not open them', async () => {
  const { send, onFiles } = await openDropTarget()
  expect(send('dragover', transferOf(picture))).toBe(false)
  expect(send('drop', transferOf(picture))).toBe(false)
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledWith([picture]))
})

test.each(['text/plain', 'text/uri-list', 'text/html'])('dragged %s is left to the browser', async (type) => {
  const { send, onFiles, field } = await openDropTarget()
  const dataTransfer = new DataTransfer()
  dataTransfer.setData(type, 'https://example.org/')
  expect(send('dragover', dataTransfer)).toBe(true)
  expect(send('drop', dataTransfer)).toBe(true)
  expect(field.dataset.over).toBe('false')
  expect(onFiles).not.toHaveBeenCalled()
})

test('a picture dragged within the page is not added', async () => {
  const { send, onFiles } = await openDropTarget()
  send('dragstart', transferOf(picture))
  expect(send('dragover', transferOf(picture))).toBe(true)
  expect(send('drop', transferOf(picture))).toBe(true)
  send('dragend', transferOf(picture))
  expect(onFiles).not.toHaveBeenCalled()
  send('drop', transferOf(picture))
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledOnce())
})

test('a drop while the page closes adds nothing', async () => {
  const { send, unmount, onFiles } = await openDropTarget()
  send('drop', transferOf(picture))
  await unmount()
  await Promise.resolve()
  expect(onFiles).not.toHaveBeenCalled()
})

/** Drops files of this machine as a file manager does, which events made by scripts cannot. */
async function dropFromSystem(path: string) {
  const data = { items: [], files: [`${server.config.root}/${path}`], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp().send('Input.dispatchDragEvent', { type, x: 40, y: 40, data })
}

test('a dropped folder adds its files in the order of their paths, also those of its folders, without hidden ones', async () => {
  const { onFiles } = await openDropTarget()
  document.querySelector('textarea')?.style.setProperty('position', 'fixed')
  document.querySelector('textarea')?.style.setProperty('inset', '0')
  await dropFromSystem('tests/fixtures/page-order')
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledOnce())
  const files: File[] = onFiles.mock.calls[0]?.[0]
  const names = ['extra/notes.txt', 'extra/p9.png', 'extra/p10.png', 'p1.png', 'p2.png', 'p3.png']
  expect(files.map(({ name }) => name)).toEqual(names.map((name) => `page-order/${name}`))
  expect(files.every(({ size, type }) => size > 0 && type !== '')).toBe(true)
})

test.each([
  ['an empty folder', async () => [], 'There are no files in this folder.'],
  [
    'a folder of too many files',
    async () => Array.from({ length: 1001 }, (_, n) => fileEntry(`${n}.png`)),
    'This folder has more than 1,000 files. Add them in smaller groups.',
  ],
  ['a folder within itself', async () => [folderEntry(() => endless())], 'This folder has more than 20 levels.'],
  [
    'a folder that cannot be read',
    () => Promise.reject(new Error('denied')),
    'This folder could not be read. Choose its files instead.',
  ],
])('%s is refused with a message', async (_, list, message) => {
  const { send, onProblem, onFiles } = await openDropTarget()
  const dataTransfer = transferOf(new File([], 'folder'))
  Object.defineProperty(dataTransfer, 'items', {
    value: [{ kind: 'file', webkitGetAsEntry: () => folderEntry(list) }],
  })
  send('drop', dataTransfer)
  await vi.waitFor(() => expect(onProblem).toHaveBeenCalledWith(expect.stringContaining(message)))
  expect(onFiles).not.toHaveBeenCalled()
})

type List = () => Promise<object[]>
const endless: List = async () => [folderEntry(() => endless())]
const fileEntry = (name: string) => ({
  name,
  isDirectory: false,
  isFile: true,
  fullPath: `/folder/${name}`,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
})

/** Browsers answer once with a part of the entries, and then with none. */
function folderEntry(list: List) {
  let isRead = false
  const readEntries = (resolve: (entries: object[]) => void, reject: (error: unknown) => void) => {
    const entries = isRead ? Promise.resolve([]) : list()
    isRead = true
    entries.then(resolve, reject)
  }
  return { name: 'folder', isDirectory: true, isFile: false, createReader: () => ({ readEntries }) }
}
