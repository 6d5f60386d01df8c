-- A title is one line. Breaks that were kept before it had to be become spaces, as contract/one-line.ts makes them.
update project_versions
set title = coalesce(nullif(btrim(regexp_replace(title,
  E'[\\s\u0085]*[\n\u000B\f\r\u0085\u2028\u2029][\\s\u0085]*', ' ', 'g')), ''), 'Untitled')
where title ~ E'[\n\u000B\f\r\u0085\u2028\u2029]';
