-- The login of a board names its provider at once, and says whether the board opens by it alone.

-- As before, with the provider's name and whether it is required; none while it is switched off.
drop function gate.find_board_face;
create function gate.find_board_face(wanted_shortname text)
returns table (
  board_id uuid, title text, primary_color text, logo_url text, provider_id uuid, provider_name text, provider_required boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.primary_color, b.logo_url, p.id, p.name, b.provider_required
  from public.boards b left join public.providers p on p.id = b.provider_id and p.switched_off_at is null
  where b.shortname = gate.current_shortname(wanted_shortname)
$$;

call house.open_gate('find_board_face');
