import { captionsBytes } from './limits.ts'

export type ParsedCaptions = { text: string } | { problem: string }

/** The captions in a file. */
export function decodeCaptions(bytes: ArrayBuffer | Uint8Array): ParsedCaptions {
  try {
    return parseCaptions(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'This file is not in UTF-8. Save it as UTF-8 and try again.' }
    throw error
  }
}

/**
 * Captions as browsers read them: WebVTT, or SRT, which most programs write. The result is WebVTT with times and words
 * only, without comments, styles, regions and the names of cues. A problem is a sentence that names its line.
 */
export function parseCaptions(input: string): ParsedCaptions {
  if (input.length > maxFileBytes) return { problem: tooLarge }
  const lines = input.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  try {
    const cues = readCues(lines)
    if (cues.length === 0) return { problem: 'There are no captions in this file.' }
    const text = `WEBVTT\n\n${cues.join('\n\n')}\n`
    return new TextEncoder().encode(text).length > captionsBytes ? { problem: tooLarge } : { text }
  } catch (error) {
    if (error instanceof LineError) return { problem: error.message }
    throw error
  }
}

/** A file may also have what is not stored. */
const maxFileBytes = 2 * captionsBytes
/** Lets the browser refuse a file by its size, without reading it. */
export const captionsProblemOfSize = (bytes: number) => (bytes > maxFileBytes ? tooLarge : undefined)

const tooLarge = `Captions can have at most ${captionsBytes / 1000} kB.`

class LineError extends Error {
  constructor(at: number, problem: string) {
    super(`Line ${at + 1}: ${problem}`)
  }
}

const signature = /^WEBVTT(?:[ \t]|$)/
const arrow = '-->'
const hasArrow = (line: string | undefined) => line?.includes(arrow) === true

function readCues(lines: string[]) {
  assertStorable(lines)
  const isSrt = !signature.test(lines[0] ?? '')
  if (isSrt && !lines.some((line) => hasArrow(line) && line.includes(','))) throw new LineError(0, notCaptions)
  const isBlank = (line: string) => (isSrt ? line.trim() === '' : line === '')
  /** The line after a block: a blank line, or the time of a cue. */
  const endOfBlock = (start: number) => {
    let at = start
    while (at < lines.length && !isBlank(lines[at] as string) && !hasArrow(lines[at])) at += 1
    return at
  }
  const cues: string[] = []
  let at = isSrt ? 0 : endOfBlock(1)
  while (at < lines.length) {
    const line = lines[at] as string
    const timeAt = hasArrow(line) ? at : at + 1
    if (isBlank(line)) at += 1
    else if (hasArrow(lines[timeAt])) {
      const time = readTime(lines[timeAt] as string, { at: timeAt, isSrt })
      at = endOfBlock(timeAt + 1)
      const words = lines.slice(timeAt + 1, at).flatMap((each) => each.trimEnd() || [])
      if (words.length > 0) cues.push([time, ...words].join('\n'))
    } else if (!isSrt && /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line)) at = endOfBlock(at + 1)
    else
      throw new LineError(at, 'this text has no time. A cue is its time and its words, without a blank line between.')
  }
  return cues
}

const notCaptions = 'this is not a caption file. A WebVTT file starts with WEBVTT.'

/** PostgreSQL stores no other text. */
function assertStorable(lines: string[]) {
  const at = lines.findIndex((line) => line.includes('\u0000') || !line.isWellFormed())
  if (at >= 0) throw new LineError(at, 'there is a character that cannot be stored.')
}

type TimeOptions = { at: number; isSrt: boolean }

function readTime(line: string, { at, isSrt }: TimeOptions) {
  const [start = '', rest = '', ...more] = line.split(arrow)
  const [end = '', ...settings] = rest.trim().split(/\s+/)
  const [from, to] = [start.trim(), end].map((time) => readTimestamp(time, { at, isSrt })) as [Time, Time]
  if (more.length > 0) throw new LineError(at, `there are two arrows (${arrow}).`)
  if (to.ms < from.ms) throw new LineError(at, 'the cue ends before it starts.')
  if (to.ms === from.ms) throw new LineError(at, 'the cue ends when it starts.')
  return [`${from.text} ${arrow} ${to.text}`, ...(isSrt ? [] : settings.filter(isSetting))].join(' ')
}

/** Regions are not stored, and the coordinates of SRT are pixels. */
const isSetting = (setting: string) => /^(?:vertical|line|position|size|align):[\w.,%-]+$/.test(setting)

type Time = { ms: number; text: string }

function readTimestamp(written: string, { at, isSrt }: TimeOptions): Time {
  const withDot = written.replace(',', '.')
  const [, hours = '0', minutes, seconds, fraction] =
    /^(?:(\d{1,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(withDot) ?? []
  if (minutes === undefined) throw new LineError(at, `“${shorten(written)}” is not a time such as 00:01:02.500.`)
  if (withDot !== written && !isSrt)
    throw new LineError(at, 'WebVTT writes times with a dot, such as 00:01:02.500, and not with a comma.')
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction)
  const prefix = Number(hours) > 0 ? `${String(Number(hours)).padStart(2, '0')}:` : ''
  return { ms, text: `${prefix}${minutes}:${seconds}.${fraction}` }
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
