const breaks = /[\n\v\f\r\u0085\u2028\u2029]/
const blanks = /[\s\u0085]+/g

export const oneLine = (text: string) =>
  breaks.test(text) ? text.replace(blanks, (run) => (breaks.test(run) ? ' ' : run)) : text
