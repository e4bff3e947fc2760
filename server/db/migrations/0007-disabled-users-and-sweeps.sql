-- A disabled user opens nothing: no session, and no magic address either.
create or replace function gate.find_magic_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, member_id uuid, user_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.board_id, l.member_id, m.user_id, l.meeting_id
  from public.magic_links l
  join public.members m on m.board_id = l.board_id and m.id = l.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = l.board_id
  join public.meetings t on t.board_id = l.board_id and t.id = l.meeting_id
  where l.uid_hash = wanted_hash and m.status = 'active' and u.disabled_at is null and b.suspended_at is null
    and t.deleted_at is null and t.state <> 'draft' and t.ends_at > seen_at - interval '30 days'
$$;

-- Mail asks it too.
grant select (disabled_at) on users to dais_serving;

-- What has run out goes: sessions, and set-up links of an installation that is in use.
create function gate.sweep_expired(seen_at timestamptz)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions where expires_at < seen_at;
  if exists (select from public.users) then
    delete from public.setup_tokens;
  end if;
end $$;
alter function gate.sweep_expired owner to dais_gate;
revoke all on function gate.sweep_expired from public;
grant execute on function gate.sweep_expired to dais_serving;

-- Foreign keys are followed both ways.
create index mail_messages_member on mail_messages (board_id, member_id);
create index audit_entries_member on audit_entries (board_id, member_id);
create index invitations_inviter on invitations (board_id, invited_by);
create index sessions_board on sessions (board_id);
create index recent_documents_document on recent_documents (board_id, document_id);
