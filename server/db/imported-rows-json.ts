/** The JSON of the rows of `imports i`, as contract/imports.ts declares them: its member reads them, and takes them along. */
export const importedRowsJson = `(
  select coalesce(json_agg(json_build_object('number', r.number, 'title', r.title, 'outcome', r.outcome,
    'says', r.says, 'draftId', r.draft_id) order by r.number), '[]')
  from import_rows r where r.import_id = i.id)`
