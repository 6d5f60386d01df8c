const breaks = /[\n\v\f\r\u0085\u2028\u2029]/
const blanks = /[\s\u0085]+/g

/** A text as one line: a break of any kind becomes a space, together with the blanks around it. */
export const oneLine = (text: string) =>
  breaks.test(text) ? text.replace(blanks, (run) => (breaks.test(run) ? ' ' : run)) : text
