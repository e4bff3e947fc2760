-- Site administration sees how many boards open by a provider alone, which keep it from being removed.

-- As before, with those boards.
drop function gate.site_providers;
create function gate.site_providers(by_user uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, hosted_domain text, counts_as_two_factors boolean, is_off boolean,
  connections bigint, required_by bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.hosted_domain, p.counts_as_two_factors, p.switched_off_at is not null,
         (select count(*) from public.provider_connections c where c.provider_id = p.id),
         (select count(*) from public.boards b where b.provider_id = p.id and b.provider_required)
  from public.providers p
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
  order by lower(p.name), p.id
$$;

call house.open_gate('site_providers');
