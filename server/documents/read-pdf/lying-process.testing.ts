/** Stands where a reader would that a hostile file has taken over, and says that it drew more than there may be. */
console.info(JSON.stringify({ drawn: { width: 100_000, height: 100_000, text: '' } }))
