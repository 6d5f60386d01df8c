import { dirname, join, normalize } from 'node:path'

/** An import of ours: the file it stands in and the file it names, both counted from the project. */
export type Import = { from: string; to: string }

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Every import of our own files in a text, type-only ones too. */
export const importsOf = (path: string, text: string): Import[] =>
  [...text.matchAll(importPattern)]
    .map(([, specifier = '']) => ({ from: path, to: resolved(path, specifier) }))
    .filter((each): each is Import => each.to !== undefined)

function resolved(path: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

/** Tests and what they stand on may know everything, and nothing else may know them. */
export const isTest = (path: string) => /\.(test|testing|spec|config)\./.test(path)
