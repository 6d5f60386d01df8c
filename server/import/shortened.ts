/** What others wrote, as much of it as a sentence about it needs. */
export const shortened = (text: string, most = 40) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
