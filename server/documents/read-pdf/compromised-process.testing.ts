/** Simulates a reader taken over by a hostile file, which claims to have rendered more than allowed. */
console.info(JSON.stringify({ rendered: { width: 100_000, height: 100_000, text: '' } }))
