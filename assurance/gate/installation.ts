import { checks } from './rows.ts';

const empty = [
  `set local session_replication_role = 'replica'`,
  'delete from users',
  'delete from setup_tokens',
  `set local session_replication_role = 'origin'`,
];
const jobs = 'graphile_worker._private_jobs';

export const installationChecks = checks`
create_board
  gate.create_board('zq-own', 'Own', 'UTC', '#123456')
  title, time_zone, primary_color from boards where shortname = 'zq-own' → Own, UTC, #123456
create_user
  gate.create_user('zq-own@example.org', 'Ada', 'Gill', 'hash')
  first_name, last_name, password_hash, is_site_admin from users where email = 'zq-own@example.org'
    → Ada, Gill, hash, false
is_empty_installation
  ${empty}
  gate.is_empty_installation() → true
  users: own
  gate.is_empty_installation() → false
is_setup_token
  ${empty}
  setup_tokens: own
  gate.is_setup_token(hash:?) for own → true for unknown → false
  users: own
  gate.is_setup_token(hash:own) → false
issue_setup_token
  ${empty}
  gate.issue_setup_token(hash:own)
  token_hash from setup_tokens → hash:own
  users: own
  gate.issue_setup_token(hash:another) → the installation is in use
set_up
  ${empty}
  setup_tokens: own other
  user_id = (select id from users where is_site_admin) from gate.set_up(hash:unknown, 'zq-first@example.org', 'Ada',
    'Gill', 'hash', 'ada', 'zq-first', 'First', 'UTC', '#123456')
    → nothing
  count(*) from setup_tokens → 2
  select user_id = (select id from users where is_site_admin) from gate.set_up(hash:own, 'zq-first@example.org', 'Ada',
    'Gill', 'hash', 'ada', 'zq-first', 'First', 'UTC', '#123456')
  email from users where is_site_admin → zq-first@example.org
  count(*) from setup_tokens → 0
  setup_tokens: late
  user_id = (select id from users where is_site_admin) from gate.set_up(hash:late, 'zq-second@example.org', 'Ada',
    'Gill', 'hash', 'ada', 'zq-second', 'First', 'UTC', '#123456')
    → nothing
add_job
  gate.add_job('zq-task', '{}', 5, @now, 'zq-' || used, used) from unnest('{0,2}'::int[]) used
  key, attempts, max_attempts, run_at from graphile_worker.jobs where key like 'zq-%' order by key
    → zq-0, 0, 5, @now | zq-2, 2, 5, @now
add_jobs
  gate.add_jobs('zq-task', array['{"n":1}', '{"n":2}']::json[], 5, '{zq-one,zq-other}')
  key, payload, attempts, max_attempts from ${jobs} where key like 'zq-%' order by key
    → zq-one, {"n":1}, 0, 5 | zq-other, {"n":2}, 0, 5
  gate.add_jobs('zq-task', array['{"n":3}', '{"n":4}']::json[], 5, '{zq-one,zq-other}')
  key, payload from ${jobs} where key like 'zq-%' order by key
    → zq-one, {"n":3} | zq-other, {"n":4}
sweep_expired
  sessions/pending_sign_ins/passkey_challenges/provider_sign_ins/signing_confirmations: own late(expires_at=@before)
  setup_tokens: own
  gate.sweep_expired(@now)
  id from sessions where id in @scene → session:own
  id from pending_sign_ins where id in @scene → pending:own
  challenge from passkey_challenges where browser_hash = hash:browser → hash:own
  state_hash from provider_sign_ins where provider_id in @scene → hash:own
  user_id from signing_confirmations where user_id in @scene → user:own
  count(*) from setup_tokens → 0
  ${empty}
  setup_tokens: own
  gate.sweep_expired(@now)
  count(*) from setup_tokens → 1
has_job
  gate.add_job('zq', '{}', 3, @now, 'zq-other', 0)
  gate.has_job('zq-own') → false
  gate.add_job('zq', '{}', 3, @now, 'zq-own', 0)
  gate.has_job('zq-own') → true
  update ${jobs} set attempts = max_attempts where key = 'zq-own'
  gate.has_job('zq-own') → false
  update ${jobs} set locked_at = now(), locked_by = 'w' where key = 'zq-own'
  gate.has_job('zq-own') → true
job_health
  gate.add_job('zq', '{}', 3, @now, 'zq-due', 0)
  gate.add_job('zq', '{}', 3, @before, 'zq-past-' || what, 0) from unnest('{locked,used,both}'::text[]) what
  gate.add_job('zq', '{}', 3, @after, 'zq-later-' || what, 0) from unnest('{free,again,locked,used}'::text[]) what
  update ${jobs} set attempts = max_attempts where key in ('zq-past-used', 'zq-past-both',
    'zq-later-used')
  update ${jobs} set locked_at = now(), locked_by = 'w' where key in ('zq-past-locked',
    'zq-past-both', 'zq-later-locked')
  update ${jobs} set attempts = 1 where key = 'zq-later-again'
  due, later, running, retrying, given_up, oldest from gate.job_health(@now) where name = 'zq' → 1, 2, 3, 1, 2, @now
  delete from ${jobs} where key = 'zq-due'
  due, oldest from gate.job_health(@now) where name = 'zq' → 0, null
`;
