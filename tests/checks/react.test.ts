import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What only React's code that `react.config.ts` leaves out would know. */
const leftOut =
  /<(?:React\.)?Fragment\s(?:=>|[^>])*(?:\bref=|\{\.\.\.)|<script\s(?:=>|[^>])*\basync\b|\b(?:a|formA)ction=\{|<[a-z]+-[a-z-]+[\s>/]/
/** What elements can be given by a spread as well: where they are, it is nowhere in the file. */
const leftOutBeside: [element: RegExp, property: RegExp][] = [
  [/<(?:link|style)\b/, /\bprecedence\b/],
  [/<script\b/, /\basync:/],
  // What a form of our own calls its action is the word on its button.
  [/<form\b/, /\b(?:a|formA)ction:(?!\s*(?:string\b|['"`]))/],
]

const needsIt = (text: string) =>
  leftOut.test(text) || leftOutBeside.some(([element, property]) => element.test(text) && property.test(text))

test('no page uses what is left out of React', () => {
  const pages = globSync('web/**/*.tsx').filter((path) => needsIt(readFileSync(path, 'utf8')))
  expect(pages).toEqual([])
})

test.each([
  '<Fragment key="a" ref={rows}>',
  '<Fragment key={list.find((each) => each.id)} ref={rows}>',
  '<Fragment {...shown}>',
  '<link rel="stylesheet" href={sheet} precedence="high" />',
  '<link href={sheets.map((each) => each.href)} precedence="high" />',
  "const first = { precedence: 'high' }; <style {...first}>",
  '<script async src="/later.js" />',
  '<script onLoad={() => start()} async src="/later.js" />',
  '<script {...{ async: true }} src="/later.js" />',
  '<form action={send}>',
  '<form {...{ action: send }}>',
  'const sent = { formAction: () => send() }; <form><button {...sent} /></form>',
  '<button formAction={send}>',
  '<model-viewer src={scene} />',
])('%s needs it', (element) => {
  expect(needsIt(element)).toBe(true)
})
