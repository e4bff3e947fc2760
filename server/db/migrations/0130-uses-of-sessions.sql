-- Uses of sessions that reads have noted, in one statement: as gate.find_session writes them, at most once in five minutes.
create function gate.note_session_uses(hashes bytea[], at timestamptz[], idle interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s
  set last_seen_at = used.at,
      expires_at = case when s.remember then s.expires_at else least(used.at + idle, s.created_at + interval '30 days') end
  from unnest(hashes, at) used (token_hash, at)
  where s.token_hash = used.token_hash and s.expires_at > used.at and s.last_seen_at < used.at - interval '5 minutes'
$$;
call house.open_gate('note_session_uses');
