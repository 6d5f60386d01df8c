/** What is said of a PDF, or a page of one, that is not read. */
export const lockedPdf = 'This PDF is locked with a password. Save it without one and try again.'
export const damagedPdf = 'This PDF is damaged. Export it again and try once more.'
export const tooManyPages = (pages: number, most: number) =>
  `This PDF has ${pages} pages. A zine here can have ${most}.`
export const pageTooMuch = (page: number) =>
  `Page ${page} is too much for us to read. Flatten it, or export it as pictures.`
export const pdfTooMuch = 'This PDF is too much for us to read. Flatten it, or export it as pictures.'
export const notKept = 'This PDF is not kept any more. Add it again.'
export const noPdfs = 'This site takes no PDFs. Export the pages as pictures.'
