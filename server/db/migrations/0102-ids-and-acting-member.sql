-- Replaces uuidv7() on PostgreSQL before 18. Within a session the ids increase, because 12 bits contain the fraction of
-- a millisecond (RFC 9562, 6.2).
do $do$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    return;
  end if;
  create function public.uuidv7() returns uuid language plpgsql volatile as $$
  declare
    last_id_at bigint := nullif(current_setting('dais.last_id_at', true), '');
    id_at bigint := greatest(extract(epoch from clock_timestamp()) * 1000000, last_id_at + 1);
    version_and_fraction int := 28672 + id_at % 1000 * 4096 / 1000; -- 7 is the version, in the highest four of 16 bits.
  begin
    perform set_config('dais.last_id_at', id_at::text, false);
    return encode(
      substr(int8send(id_at / 1000), 3) || int2send(version_and_fraction::int2) || substr(uuid_send(gen_random_uuid()), 9),
      'hex'
    )::uuid;
  end $$;
end $do$;

-- Without a current board, no row of any board is visible.
create function current_board_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.board_id', true), '')::uuid $$;
create function current_user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.user_id', true), '')::uuid $$;

create function current_member_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.member_id', true), '')::uuid $$;
-- Returns 'board-admin', 'group-admin' (of at least one group) or 'member'. A secret address always gets 'member'.
create function current_rights() returns text language sql stable parallel safe
  as $$ select current_setting('dais.rights', true) $$;
create function current_group_ids() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dais.group_ids', true), ''), '{}')::uuid[] $$;
create function current_administered_group_ids() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dais.administered_group_ids', true), ''), '{}')::uuid[] $$;
grant execute on function current_member_id, current_rights, current_group_ids, current_administered_group_ids to dais_serving;
