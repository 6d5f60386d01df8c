-- What every table leans on: time-ordered ids on servers older than PostgreSQL 18, and folded text for search.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

do $$
begin
  if not exists (select from pg_proc where proname = 'uuidv7') then
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1), 53, 1),
        'hex')::uuid
    $body$;
  end if;
end $$;

-- Lower case, without accents, compatibility forms made one. Used for documents and for what is searched alike.
create function search_fold(value text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent', normalize(value, nfkc)))
$$;
