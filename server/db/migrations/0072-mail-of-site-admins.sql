-- What became of mail is told to site admins alone, and the functions ask for one themselves, as those of the site's other pages do:
-- a call that forgot to would otherwise tell anybody whom every board writes to.
drop function gate.list_mail(text, timestamptz, uuid, int);
drop function gate.count_mail(timestamptz);
drop function gate.board_of_mail(uuid);

create function gate.list_mail(by_user uuid, wanted_state text, before_time timestamptz, before_id uuid, most int)
returns table (
  id uuid, kind text, board_title text, recipient text, state text, queued_at timestamptz, ended_at timestamptz, attempts int,
  last_error text, is_repeatable boolean
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written out for each state, so that each is read from its own index.
  return query execute format($query$
    select m.id, m.kind, b.title, coalesce(u.email, of_member.email, of_invitation.email),
           case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed'
                when m.dropped_at is not null then 'dropped' else 'queued' end,
           m.queued_at, coalesce(m.sent_at, m.failed_at, m.dropped_at), m.attempts, m.last_error, m.is_repeatable
    from public.mail_messages m
    left join public.boards b on b.id = m.board_id
    left join public.users u on u.id = m.user_id
    left join public.members member on member.board_id = m.board_id and member.id = m.member_id
    left join public.users of_member on of_member.id = member.user_id
    left join lateral (
      select i.email from public.invitations i
      where i.board_id = m.board_id and i.member_id = m.member_id and member.user_id is null
      order by i.created_at desc limit 1
    ) of_invitation on true
    where exists (select from public.users a where a.id = $4 and a.is_site_admin and a.disabled_at is null)
      and %s and ($1::timestamptz is null or (m.queued_at, m.id) < ($1, $2))
    order by m.queued_at desc, m.id desc
    limit $3
  $query$, case wanted_state
    when 'sent' then 'm.sent_at is not null'
    when 'failed' then 'm.failed_at is not null'
    when 'dropped' then 'm.dropped_at is not null'
    when 'queued' then 'm.sent_at is null and m.failed_at is null and m.dropped_at is null'
    else 'true' end) using before_time, before_id, most, by_user;
end
$$;

create function gate.count_mail(by_user uuid, since timestamptz)
returns table (queued int, sent int, failed int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select
    (select count(*)::int from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null),
    (select count(*)::int from public.mail_messages where queued_at > since and sent_at is not null),
    (select count(*)::int from public.mail_messages where queued_at > since and failed_at is not null)
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

create function gate.board_of_mail(by_user uuid, wanted uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id from public.mail_messages m
  where m.id = wanted
    and exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

call house.open_gate('list_mail', 'count_mail', 'board_of_mail');
