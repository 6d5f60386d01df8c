import { exampleId } from '#web/site/example-id.testing.ts'
import type { ContentPage } from './content.ts'

const hash = (n: number) => n.toString(16).padStart(32, '0')

const examplePage = (n: number): ContentPage => ({
  id: exampleId(n),
  url: `/media/${hash(n)}-1600.webp`,
  altText: `Moth ${n}`,
  transcript: '',
  contentNote: '',
  isFromDocument: false,
  recipe: null,
  captions: [],
  width: 800,
  height: 1000,
  placeholder: null,
})

export const examplePages = (count: number) => Array.from({ length: count }, (_, n) => examplePage(n + 1))
