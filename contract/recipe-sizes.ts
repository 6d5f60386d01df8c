import * as limits from './limits.ts'

/** What the server and the page maker count alike. It needs no Zod, so that browsers can load it. */

/** A letter of some scripts takes three bytes. */
export const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** What recipes of any version have beyond the space for texts, which only drawings need. */
export const drawingBytes = (recipes: readonly unknown[]) =>
  recipes.reduce<number>((sum, recipe) => sum + Math.max(0, bytesOf(recipe) - limits.recipeTextBytes), 0)

/** PostgreSQL writes small numbers without an exponent, with hundreds of digits. */
export const roundNumber = (value: number) => Math.round(value * 10_000) / 10_000
