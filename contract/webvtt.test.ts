import { expect, test } from 'vitest'
import { captionsBytes } from './limits.ts'
import { parseCaptions } from './webvtt.ts'

const problemOf = (input: string) => {
  const parsed = parseCaptions(input)
  return 'problem' in parsed ? parsed.problem : undefined
}
const textOf = (input: string) => {
  const parsed = parseCaptions(input)
  return 'text' in parsed ? parsed.text : undefined
}
const vtt = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n')
const cue = ['00:01.000 --> 00:02.500', 'The lamp hums.']

test('captions are stored as times and words, in the form in which browsers read them', () => {
  const input = [
    '\uFEFFWEBVTT - The night bus\r',
    'Kind: captions\r',
    '\r',
    'STYLE\r',
    '::cue { background: url(https://tracker.example/x) }\r',
    '\r',
    'REGION\r',
    'id:left\r',
    '\r',
    'NOTE by\r',
    'a translator\r',
    '\r',
    'first\r',
    '00:00:01.000   -->  00:00:02.500 region:left line:0 align:start onclick:x\r',
    'The lamp hums.  \r',
    '  <i>Moths.</i>\r',
    '\r',
    '100:00:00.000 --> 100:00:01.000\r',
    'Very late.\r',
    '\r',
    '1:00:00.000 --> 1:00:01.000\r',
    'Late.',
  ].join('\n')
  expect(textOf(input)).toBe(
    vtt(
      '00:01.000 --> 00:02.500 line:0 align:start',
      'The lamp hums.',
      '  <i>Moths.</i>',
      '',
      '100:00:00.000 --> 100:00:01.000',
      'Very late.',
      '',
      '01:00:00.000 --> 01:00:01.000',
      'Late.',
      '',
    ),
  )
  for (const lineBreak of ['\r', '\n', '\r\n'])
    expect(textOf(vtt(...cue).replaceAll('\n', lineBreak))).toBe(`${vtt(...cue)}\n`)
})

test('stored captions are unchanged when they are sent again', () => {
  for (const input of [
    vtt(...cue),
    vtt('00:00:01.000 --> 00:00:02.000', 'a --', '- b', ' ', '00:02.000 --> 00:03.000', 'c'),
  ]) {
    const stored = textOf(input)
    expect(stored).toBeDefined()
    expect(textOf(stored ?? '')).toBe(stored)
  }
})

test('a time ends the cue before it, as in browsers', () => {
  expect(textOf(vtt(...cue, '00:03.000 --> 00:04.000', 'It stops.'))).toBe(
    `${vtt(...cue, '', '00:03.000 --> 00:04.000', 'It stops.')}\n`,
  )
})

test('SRT becomes WebVTT', () => {
  const srt = [
    '1',
    '00:00:01,000 --> 00:00:02,500 X1:40 Y1:20',
    'The lamp hums.',
    ' ',
    '2',
    '0:01:03,000 --> 0:01:04,000',
  ]
  expect(textOf([...srt, '<b>It stops.</b>', '', ''].join('\r\n'))).toBe(
    `${vtt(...cue, '', '01:03.000 --> 01:04.000', '<b>It stops.</b>')}\n`,
  )
})

test.each([
  ['', 'Line 1: this is not a caption file. A WebVTT file starts with WEBVTT.'],
  ['WEBVTTX\n\n00:01.000 --> 00:02.000\nx', 'Line 1: this is not a caption file. A WebVTT file starts with WEBVTT.'],
  ['<html><script>alert(1)</script>', 'Line 1: this is not a caption file. A WebVTT file starts with WEBVTT.'],
  ['WEBVTT', 'There are no captions in this file.'],
  [vtt('00:01.000 --> 00:02.000', '', 'NOTE nothing'), 'There are no captions in this file.'],
  [vtt('00:02.000 --> 00:01.000', 'x'), 'Line 3: the cue ends before it starts.'],
  [vtt('00:02.000 --> 00:02.000', 'x'), 'Line 3: the cue ends when it starts.'],
  [
    vtt('00:01,000 --> 00:02,000', 'x'),
    'Line 3: WebVTT writes times with a dot, such as 00:01:02.500, and not with a comma.',
  ],
  [vtt('one', '1 --> 00:02.000', 'x'), 'Line 4: “1” is not a time such as 00:01:02.500.'],
  [vtt('00:61.000 --> 00:62.000', 'x'), 'Line 3: “00:61.000” is not a time such as 00:01:02.500.'],
  [vtt('00:01.000 -->', 'x'), 'Line 3: “” is not a time such as 00:01:02.500.'],
  [vtt('00:01.000 --> 00:02.000 --> 00:03.000', 'x'), 'Line 3: there are two arrows (-->).'],
  [
    vtt(...cue, '', 'More words.'),
    'Line 6: this text has no time. A cue is its time and its words, without a blank line between.',
  ],
  [vtt(...cue, 'a\u0000b'), 'Line 5: there is a character that cannot be stored.'],
  [vtt(...cue, 'a\ud800b'), 'Line 5: there is a character that cannot be stored.'],
])('%j is refused: %s', (input, problem) => {
  expect(problemOf(input)).toBe(problem)
})

test('the size is limited in bytes, and hostile files are read in a moment', () => {
  const tooLarge = 'Captions can have at most 200 kB.'
  const withWords = (words: string) => `${vtt('00:01.000 --> 00:02.000', words)}\n`
  const space = captionsBytes - withWords('').length
  expect(textOf(withWords('x'.repeat(space)))).toHaveLength(captionsBytes)
  expect(problemOf(withWords('x'.repeat(space + 1)))).toBe(tooLarge)
  expect(problemOf(withWords('ま'.repeat(space / 2)))).toBe(tooLarge)
  const startedAt = performance.now()
  for (const part of ['00:01.000 --> 00:02.000\nx\n\n', '-->', '--', '\n', ' ', 'NOTE\n\n', '1:', ',', '\r'])
    parseCaptions(vtt(part.repeat((2 * captionsBytes - 8) / part.length)))
  expect(problemOf(vtt('00:01.000 --> 00:02.000\nx\n'.repeat(100_000)))).toBe(tooLarge)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
