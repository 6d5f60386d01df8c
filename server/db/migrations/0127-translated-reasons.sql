-- Why a draft was not published, and the report of an import, in the language of their member. Null in English.
alter table drafts add column refusal_translation text;
alter table imports add column refusal_translation text, add column note_translation text;
alter table import_rows add column says_translation text;
