-- Why a draft was not published, in the language of its creator. Null in English.
alter table drafts add column refusal_translation text;
