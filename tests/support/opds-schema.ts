import { globSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { fixturePath } from '#tests/fixtures/fixture.ts'

const readium = 'https://readium.org/webpub-manifest/schema'

/** Allows any link properties. The ones that OPDS defines are for lending and selling, which the site does not offer. */
const opdsProperties = { $id: 'https://drafts.opds.io/schema/properties.schema.json', type: 'object' }

const link = { $ref: `${readium}/link.schema.json` }
const withRel = (rels: string[]) => ({
  required: ['rel'],
  properties: { rel: { anyOf: [{ enum: rels }, { type: 'array', contains: { enum: rels } }] } },
})
const acquisition = ['preview', ...['', '/open-access'].map((how) => `http://opds-spec.org/acquisition${how}`)]
const bitmaps = ['jpeg', 'avif', 'webp', 'jxl', 'png', 'gif'].map((format) => `image/${format}`)
const titled = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1 } },
}

/** OPDS 2.0 §2.2, §2.3 and §5.1. */
const publication = {
  type: 'object',
  required: ['metadata', 'links'],
  properties: {
    metadata: { $ref: `${readium}/metadata.schema.json` },
    links: { type: 'array', items: link, contains: withRel(acquisition) },
    images: {
      type: 'array',
      minItems: 1,
      items: link,
      contains: { required: ['type'], properties: { type: { enum: bitmaps } } },
    },
  },
}

/** OPDS 2.0 §1.1 and §2.1: a title, a link to itself and some content. */
const feed = {
  type: 'object',
  required: ['metadata', 'links'],
  anyOf: ['publications', 'navigation', 'groups'].map((name) => ({ required: [name] })),
  properties: {
    metadata: titled,
    links: { type: 'array', uniqueItems: true, items: link, contains: withRel(['self']) },
    publications: { type: 'array', minItems: 1, uniqueItems: true, items: publication },
    navigation: { type: 'array', minItems: 1, uniqueItems: true, items: { allOf: [link, titled] } },
  },
}

const formats = {
  uri: (text: string) => URL.canParse(text),
  'uri-reference': (text: string) => URL.canParse(text, 'https://zines.example'),
  'uri-template': (text: string) => !/[{}\s]/.test(text.replace(/\{\?\w+(,\w+)*\}/g, '')),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text),
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
}

/** Validators for catalogs and manifests. Each returns the faults as sentences, or an empty list. */
export function openOpdsSchemas() {
  const ajv = new Ajv({ strict: false, allErrors: true, formats })
  const folder = fixturePath('webpub-manifest/schema')
  ajv.addSchema(opdsProperties)
  for (const name of globSync('**/*.json', { cwd: folder }))
    ajv.addSchema(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
  const manifest = ajv.getSchema(`${readium}/publication.schema.json`) as ValidateFunction
  const catalog = ajv.compile(feed)
  return { manifestProblems: problemFinder(manifest), catalogProblems: problemFinder(catalog) }
}

const problemFinder = (validate: ValidateFunction) => (value: unknown) => {
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
