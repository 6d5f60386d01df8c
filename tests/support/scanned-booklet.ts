/** The sheets of a booklet of eight pages as a scanner sees them: outer pages first, two side by side, each with its number. */
export function scannedBooklet(): Buffer {
  const sheets = ['8|1', '2|7', '6|3', '4|5'].map((sheet) => sheet.split('|') as [string, string])
  const kids = sheets.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${sheets.length}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...sheets.flatMap(([left, right], at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 840 595]/Contents ${5 + 2 * at} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      streamOf(`${line(left, 100)}${line(right, 520)}`),
    ]),
  ]
  return Buffer.from(written(objects), 'latin1')
}

const line = (number: string, x: number) => `BT /F 40 Tf ${x} 300 Td (Page ${number}) Tj ET\n`
const streamOf = (content: string) => `<</Length ${content.length}>>\nstream\n${content}\nendstream`

function written(objects: string[]) {
  let file = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return `${file}${table}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${file.length}\n%%EOF\n`
}
