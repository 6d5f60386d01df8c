export const exampleId = (n: number) => `0199a0b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
