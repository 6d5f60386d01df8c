import { usernameKey } from '#server/db/username-key.ts'
import { between, type Random } from './random.ts'

const longestPart = 14

/**
 * Names made of words, as people's are: `harbour`, `harbour_moth`, `lantern482`. No two of one namer look alike; a
 * number that goes into all of them keeps them apart from those of an earlier seeding.
 */
export function usernamer(random: Random, vocabulary: readonly string[], firstNumber: number) {
  const taken = new Set<string>()
  const word = (least: number, most: number) =>
    (
      vocabulary[
        between(random, Math.min(least, vocabulary.length - 1), Math.min(most, vocabulary.length - 1))
      ] ?? ''
    ).slice(0, longestPart)
  const proposal = () => {
    const name = word(200, 30_000)
    return random() < 0.5 ? `${name}_${word(40, 8_000)}` : name
  }
  return (number: number) => {
    const name = proposal()
    const numbered =
      firstNumber > 1 || random() < 0.3 || name.length < 3 ? `${name.slice(0, 20)}${number}` : name
    const free = taken.has(usernameKey(numbered)) ? `${name.slice(0, 20)}_${number}` : numbered
    taken.add(usernameKey(free))
    return free
  }
}
