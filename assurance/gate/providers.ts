import { checks, isLocked, type Run } from './rows.ts';
import { notSiteAdmins, siteAdmins } from './site.ts';

const own = 'https://id.example';
const other = 'https://other.example';
const old = 'https://old.example';
const begunWith = (name: string): string => `user:own, begun_by=provider, connection:${name}, provider:${name}`;
const save = (head: string, { issuer = own, counts = true } = {}): string => {
  const [by, id, isNew, secret] = head.split(', ');
  return `gate.save_provider(${by}, ${id}, ${isNew}, 'other', 'New', '${issuer}', 'client', ${secret}, null, 'openid', ${counts}, 2, @now)`;
};

export const providerChecks = checks`
site_providers
  ${siteAdmins}
  providers: own(name=Zq, switched_off_at=@before) other(name=Aq)
  provider_connections: own other(user:own)
  boards: requires(provider:own, provider_required=true) offers(provider:own)
  id from gate.site_providers(?) for ${notSiteAdmins} → nothing
  name, is_off, connections, required_by from gate.site_providers(user:admin) → Aq, false, 1, 0 | Zq, true, 1, 1
  to_json(p)::text like '%sealed%' from gate.site_providers(user:admin) p → false | false
save_provider
  ${siteAdmins}
  ${save('?, provider:own, true, hash:secret')} for ${notSiteAdmins} → refused
  ${save('user:admin, provider:own, false, hash:secret')} → missing
  ${save('user:admin, provider:own, true, hash:secret')} → done
  ${save('user:admin, provider:own, true, hash:secret')} → taken
  providers: other
  ${save('user:admin, provider:third, true, hash:secret')} → many
  ${save('user:admin, provider:third, false, hash:secret')} → missing
  provider_connections: own other(user:own)
  sessions: strong(${begunWith('own')}, strength=2) factor(${begunWith('own')}, strength=2, own_factor=true)
    weak(${begunWith('own')}) other(${begunWith('other')}, strength=2)
  ${save('user:admin, provider:own, false, null')} → done
  id from sessions where id in @scene order by id → session:strong | session:factor | session:weak | session:other
  ${save('user:admin, provider:own, false, null', { counts: false })} → done
  id from sessions where id in @scene order by id → session:factor | session:weak | session:other
  ${save('user:admin, provider:own, false, null', { issuer: other })} → done
  id from sessions where id in @scene order by id → session:other
  provider_connections: moved(user:own, provider:own, issuer=${other})
  sessions: moved(user:own, begun_by=provider, connection:moved, provider:own)
  ${save('user:admin, provider:own, false, null', { issuer: other })} → done
  id from sessions where id in @scene order by id → session:other | session:moved
  update providers set hosted_domain = 'old.example'
  ${save('user:admin, provider:own, false, null', { issuer: other })} → done
  id from sessions where id in @scene order by id → session:other
  sealed_secret, issuer, client_id from providers where id = provider:?
    for own → hash:secret, ${other}, client for other → hash:sealed-other, https://id.example, dais
switch_provider
  ${siteAdmins}
  provider_connections: own other(user:own)
  sessions: own(${begunWith('own')}) other(${begunWith('other')})
  gate.switch_provider(?, provider:own, true, @now) for ${notSiteAdmins} → refused
  gate.switch_provider(user:admin, provider:?, @now) for unknown, true → missing for own, false → done
  id from sessions where id in @scene order by id → session:own | session:other
  gate.switch_provider(user:admin, provider:own, true, @now) → done
  id from sessions where id in @scene order by id → session:other
  id, switched_off_at from providers where switched_off_at is not null → provider:own, @now
  gate.switch_provider(user:admin, provider:own, false, @now) → done
  id from providers where switched_off_at is not null → nothing
remove_provider
  ${siteAdmins}
  provider_connections: own other(user:own)
  sessions: own(${begunWith('own')})
  boards: requires(provider:own, provider_required=true) offers(provider:own)
    other(provider:other, provider_required=true)
  gate.remove_provider(?, provider:own) for ${notSiteAdmins} → refused
  gate.remove_provider(user:admin, provider:own) → required
  provider_id from boards where id in @scene order by id → provider:own | provider:own | provider:other
  update boards set provider_required = false where id = board:requires
  gate.remove_provider(user:admin, provider:own) → done
  provider_id from boards where id in @scene order by id → null | null | provider:other
  gate.remove_provider(user:admin, provider:own) → missing
  id from providers where id in @scene → provider:other
  id from sessions where id in @scene order by id → nothing
came_by_two_factors
  providers: own(counts_as_two_factors=true) other
  gate.came_by_two_factors(?)
    for provider:own, '2' → true
    for provider:own, '1' / provider:own, null / provider:other, '2' / null, '2' / null, null → false
opens_by_provider
  provider_connections: own other(user:own)
  sessions: own(${begunWith('own')}) other(${begunWith('other')}) password passkey(begun_by=passkey, strength=2)
  gate.opens_by_provider(hash:?, provider:own) for own / passkey → true for other / password / unknown → false
shut_by_provider
  providers: own other(name='Other ID')
  provider_connections: own other(user:own)
  sessions: password(user:own) own(${begunWith('own')})
    other(${begunWith('other')}) passkey(user:own, begun_by=passkey, strength=2) stranger(begun_by=passkey, strength=2)
  # None of these boards is shut. Another user's session opens nothing.
  boards: offers(provider:own) member/left/another(provider:own, provider_required=true)
  members: offers(user:own, is_board_admin=true) member(user:own) left(user:own, is_board_admin=true, status=inactive)
    another(is_board_admin=true)
  title, provider from gate.shut_by_provider(user:own, session:?) for password → nothing
  boards: zion(provider:own, provider_required=true, title=Zion)
  members: zion(user:own, is_board_admin=true)
  title, provider from gate.shut_by_provider(user:own, session:?)
    for password / other / stranger / unknown → Zion, Harbour ID
    for own / passkey → nothing
  boards: alder(title=Alder, provider:other, provider_required=true)
  members: alder(user:own, is_board_admin=true)
  title, provider from gate.shut_by_provider(user:own, session:?)
    for password → Alder, Other ID
    for other → Zion, Harbour ID
find_provider
  providers: own other(name=Other)
  id, name, is_off from gate.find_provider(provider:?) for own → provider:own, Harbour ID, false for unknown → nothing
  update providers set switched_off_at = @now
  is_off from gate.find_provider(provider:own) → true
list_providers
  providers: own(name=B) off(name=A, switched_off_at=@before)
  * from gate.list_providers() → provider:own, B
begin_provider_sign_in
  providers: own off(switched_off_at=@before)
  sessions: own late(expires_at=@before)
  gate.begin_provider_sign_in(hash:?, hash:sealed, @now, @after)
    for 1, provider:own, hash:browser, 'sign-in', null / 2, provider:own, hash:browser, 'connect', session:own → true
    for 3, provider:off, hash:browser, 'sign-in', null / 3, provider:unknown, hash:browser, 'sign-in', null /
      3, provider:own, hash:browser, 'connect', session:late / 3, provider:own, hash:browser, 'connect', session:unknown
      → false
    for 4, provider:off, hash:browser, 'test', session:own → true
take_provider_sign_in
  provider_sign_ins: own another(provider:own) late(provider:own, expires_at=@now)
  providers: other
  purpose, session_id from gate.take_provider_sign_in(hash:?, @now)
    for unknown, provider:own, hash:browser-own / own, provider:other, hash:browser-own /
      own, provider:own, hash:unknown / late, provider:own, hash:browser-late → nothing
    for own, provider:own, hash:browser-own → sign-in, null
  purpose from gate.take_provider_sign_in(hash:own, provider:own, hash:browser-own, @now) → nothing
  state_hash from provider_sign_ins where used_at is not null → hash:own
fail_provider_sign_in
  provider_sign_ins: own other
  gate.fail_provider_sign_in(hash:own, 'failed', null)
  state_hash from provider_sign_ins where failure is not null → hash:own
failed_provider_sign_in
  providers: other(name=Another)
  provider_sign_ins: own/other(used_at=@before, failure=not-connected)
    late(used_at=@before, failure=not-connected, expires_at=@now)
  provider_id, name, failure from gate.failed_provider_sign_in(hash:browser-?, @now)
    for own → provider:own, Harbour ID, not-connected
    for other → provider:other, Another, not-connected
    for unknown / late → nothing
  provider_sign_ins: unused(provider:own, browser_hash=hash:browser-own)
  provider_id, name, failure from gate.failed_provider_sign_in(hash:browser-?, @now)
    for own → provider:own, Harbour ID, not-connected
  provider_sign_ins: used(provider:own, browser_hash=hash:browser-own, used_at=@now)
  provider_id, name, failure from gate.failed_provider_sign_in(hash:browser-?, @now) for own → nothing
find_connection
  users: disabled(disabled_at=@before)
  provider_connections: own(subject=one) disabled(provider:own, subject=out) other(user:disabled, subject=one)
    old(provider:own, issuer=${old}, user:disabled, subject=one)
  connection_id, user_id, is_disabled, has_second_factor, counts_as_two_factors from gate.find_connection(provider:?)
    for own, 'https://id.example', 'one' → connection:own, user:own, false, false, false
    for own, 'https://id.example', 'out' → connection:disabled, user:disabled, true, false, false
    for own, 'https://id.example', 'two' / own, '${old}', 'one' / unknown, 'https://id.example', 'one'
      → nothing
  two_factors: own
  update providers set counts_as_two_factors = true
  has_second_factor, counts_as_two_factors from gate.find_connection(provider:own, 'https://id.example', 'one')
    → true, true
  update providers set switched_off_at = @now
  user_id from gate.find_connection(provider:own, 'https://id.example', 'one') → nothing
connections_of
  providers: own second(name=Second, switched_off_at=@before)
  provider_connections: own second(user:own) other(provider:own) old(user:own, provider:own, issuer=${old})
  id, is_off from gate.connections_of(user:own) → connection:own, false | connection:old, true | connection:second, true
has_password
  users: own none(password_hash=null)
  gate.has_password(user:?) for own → true for none / unknown → false
ways_in
  users: own(password_hash=null) bystander
  providers: off(switched_off_at=@before)
  provider_connections: own off(user:own) old(user:own, provider:own, issuer=${old}) other(provider:own)
  passkeys: other
  * from gate.ways_in(?)
    for user:own, null → false, 0, 1
    for user:own, connection:own → false, 0, 0
    for user:other, null → true, 1, 1
  ${isLocked('bystander')} → false
`;

export async function opensAsModelled(run: Run): Promise<void> {
  await run(`
    providers: own other
    members/two_factors: own
    provider_connections: own other(user:own) stranger(provider:own)
    sessions: password(user:own, last_seen_at=@now) own(${begunWith('own')}, last_seen_at=@now)
      other(${begunWith('other')}, last_seen_at=@now)
      stranger(begun_by=provider, connection:stranger, provider:own)
  `);
  const missing = 'provider_missing, two_factor_missing from enter_board(board:own, user:own, true, ?)';
  const listed = 'opens_by, opens_by_name, two_factor_missing from gate.user_boards(user:own, ?)';
  const shut = 'provider:own, Harbour ID';
  for (let bits = 0; bits < 2 ** 6; bits += 1) {
    const [requires, isDuty, isAdmin, hasFactor, counts, isStrong] = [0, 1, 2, 3, 4, 5].map(
      (bit) => ((bits >> bit) & 1) === 1,
    );
    await run(`
      update boards set provider_id = provider:own, provider_required = ${requires}, two_factor_required = ${isDuty}
        where id = board:own
      update members set is_board_admin = ${isAdmin} where id = member:own
      update two_factors set confirmed_at = ${hasFactor ? '@before' : 'null'} where user_id = user:own
      update providers set counts_as_two_factors = ${counts}
      update sessions set strength = ${isStrong ? 2 : 1} where user_id = user:own
    `);
    for (const by of ['password', 'own', 'other']) {
      const opens = !requires || by === 'own' || (isAdmin && isStrong);
      const isMet = !isDuty || hasFactor || (by !== 'password' && counts && isStrong);
      const entered = opens ? (isMet ? 'true' : 'DA2FA') : 'DAPRO';
      await run(`
        gate.enter(hash:${by}, null, @now, 'member', 'board', board:own) is not null → ${entered}
        ${missing} for session:${by} → ${!opens}, ${!isMet}
        ${listed} for session:${by} → ${opens ? 'null, null' : shut}, ${!isMet}
      `);
    }
  }
  await run(`
    ${missing} for null / session:stranger → true, false
    ${listed} for null / session:stranger → ${shut}, false
  `);
}

export const startsByConnection = `
  users: disabled(disabled_at=@before)
  providers: own off(switched_off_at=@before) counting(counts_as_two_factors=true)
  provider_connections: own other/disabled(provider:own) off/counting(user:own)
    old(user:own, provider:own, issuer=${old}) unused(user:own, provider:own)
  gate.start_session(user:?, false, hash:refused, null, true, '', @now, @after)
    for own, null, null, connection:other / disabled, null, null, connection:disabled → null
    for own, null, null, connection:off / own, null, null, connection:old / own, 'old', null, connection:own → null
  gate.start_session(user:own, null, null, connection:own, false, hash:one, null, true, '', @now, @after)
  gate.start_session(user:own, null, null, connection:own, true, hash:code, null, true, '', @now, @after)
  # A reset by a site admin holds back passwords and passkeys, not providers.
  update users set opens_at = @after where id = user:own
  gate.start_session(user:own, null, null, connection:counting, false, hash:counting, null, true, '', @now, @after)
  begun_by, strength, remember, provider_id from sessions where token_hash = hash:?
    for one → provider, 1, false, provider:own
    for code → provider, 2, false, provider:own
    for counting → provider, 2, false, provider:counting
  last_used_at from provider_connections where id = connection:? for own → @now for unused → null
`;

export const endsWithItsTwelveHours = (use: string): readonly string[] => [
  'provider_connections: twelve',
  'sessions: twelve(begun_by=provider, connection:twelve, provider:twelve)',
  use,
  'last_seen_at, expires_at from sessions where id = session:twelve → @now, @after',
];
