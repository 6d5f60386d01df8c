/**
 * The columns that the table of an import can have, and what each says. Lists have | or a line break between what they
 * list. docs/import.md says more.
 */
export const importColumns = {
  title: 'needed',
  files: 'needed: pictures as a list, or a folder of them; or one PDF; or one video',
  description: 'the words below the title',
  order: 'in which place the page of each file, or each page of the PDF, stands, as 2 1 3; else as they come',
  'alt texts': 'what is seen on each page, as a list',
  'page words': 'what is written on each page, as a list; else what a PDF says itself',
  'page notes': 'a content note of each page, as a list',
  ratio: '4:5, 1:1 or 9:16',
  direction: 'ltr or rtl',
  'may print': 'yes or no',
  series: 'its title',
  issue: 'such as 3',
  languages: 'tags such as en or pt-BR, as a list',
  subjects: 'as a list, 6 at most',
  kind: 'such as perzine or comic',
  'made in': 'a place',
  year: 'such as 1994',
  with: 'names, as a list',
  rights: 'such as CC BY 4.0',
  ai: 'none, in-part or mostly',
  paper: 'how a paper copy is had, in words',
  'paper address': 'and where',
  size: 'mini, quarter, half or full',
  binding: 'folded, stapled, sewn or glued',
  'content note': 'what readers are told before they open it',
  'covers pages': 'yes if the pages are covered until they agree',
} as const

export type ImportColumn = keyof typeof importColumns
