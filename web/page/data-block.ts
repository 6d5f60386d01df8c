import type { PageData } from './page-data.tsx'

const blockId = 'page-data'

/** Attributes of the inert script element that carries the page's data from the server to the browser. */
export const dataBlock = (data: PageData) => ({
  id: blockId,
  type: 'application/json',
  dangerouslySetInnerHTML: { __html: JSON.stringify(data).replaceAll('<', '\\u003c') },
})

export const readPageData = (document: Document): PageData =>
  JSON.parse(document.getElementById(blockId)?.textContent ?? '')
