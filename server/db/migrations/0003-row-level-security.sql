-- Boards are kept apart beneath every query. A tenant table names its board in `board_id`; the serving
-- role sees the rows of the board that its transaction was opened for, and none without one.
do $$
declare
  tenant text;
begin
  foreach tenant in array array[
    'members', 'invitations', 'audit_entries', 'mail_messages', 'meetings', 'agenda_items', 'invitees',
    'magic_links', 'uploads', 'documents', 'document_versions', 'annotations', 'recent_documents'
  ] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy same_board on %I to dais_serving using (board_id = (select current_board_id())) with check (board_id = (select current_board_id()))', tenant);
    execute format('grant select, insert, update, delete on %I to dais_serving', tenant);
  end loop;
end
$$;

-- The log is written and read, never changed.
revoke update, delete on audit_entries from dais_serving;

-- Mail to a user as such (security notices) has no board; it is the gate's alone.

alter table boards enable row level security;
alter table boards force row level security;
create policy same_board on boards to dais_serving using (id = (select current_board_id())) with check (id = (select current_board_id()));
grant select, update on boards to dais_serving;

-- A user row is in sight of the user, and of the boards that the user is on.
alter table users enable row level security;
alter table users force row level security;
create policy self on users to dais_serving using (id = (select current_user_id())) with check (id = (select current_user_id()));
create policy fellow on users for select to dais_serving
  using (exists (select from members where members.user_id = users.id and members.board_id = (select current_board_id())));
grant select (id, email, first_name, last_name, img_url, is_site_admin, theme, created_at),
  update (first_name, last_name, img_url, theme) on users to dais_serving;

alter table sessions enable row level security;
alter table sessions force row level security;
create policy own on sessions to dais_serving using (user_id = (select current_user_id())) with check (user_id = (select current_user_id()));
grant select (id, user_id, board_id, remember, user_agent, created_at, last_seen_at, expires_at), delete on sessions to dais_serving;

alter table setup_tokens enable row level security;
alter table setup_tokens force row level security;

grant select, insert, update, delete on rate_limits to dais_serving;
