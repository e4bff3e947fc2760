-- A sweep that waits for a row of somebody who is using a link, and holds one that they will come to, stops both of them until PostgreSQL
-- ends one. What is in use is left for the next sweep.
create or replace function gate.sweep_account_links(seen_at timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.email_changes c using (
    select e.user_id from public.email_changes e where e.expires_at < seen_at for update skip locked
  ) expired where c.user_id = expired.user_id;
  delete from public.password_resets r using (
    select p.id from public.password_resets p
    where coalesce(p.expires_at, p.requested_at + interval '2 days') < seen_at for update skip locked
  ) expired where r.id = expired.id;
$$;
