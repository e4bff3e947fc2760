import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Change, Mutant } from './mutant.ts';

/**
 * Security controls that the other kinds of mutation do not break. An indented line contains a source file or database
 * function, a string in it, and the replacement. A space in the string matches any white space, and `nothing` removes
 * the string. For `sql`, the first statement breaks the control and the second repairs it. A line that is not indented
 * names the test file that must detect the changes below it. Changes above the first such line are detected by the
 * tests next to the source file.
 */
const table = String.raw`
  domain/csv.ts: beginsFormula.test(cell) ? → false ?
  domain/file-name.ts: title.replace(/[/\\]/g, '-') → title
  domain/password-rules.ts: passwordCharactersMin = 10 → passwordCharactersMin = 6
  domain/password-rules.ts: passwordCharactersMax = 90 → passwordCharactersMax = 60
  domain/paths.ts: url.host !== 'own' || url.pathname.startsWith('//') || url → url
  domain/rich-text.ts: !['http:', 'https:', 'mailto:'].includes(url.protocol) → url.protocol === ''
  server/fair-semaphore.ts: .length >= waitingPerKeyMax) → .length < 0)
  server/features/access/invitations/commands.ts: most: invitationsPerDayMax } → most: Number.MAX_SAFE_INTEGER }
  server/features/access/recovery/commands.ts: resetMinutes = 60; → resetMinutes = 6_000;
  server/features/access/two-factor/commands.ts: code_hash: secrets.derive('recovery-code', hashedPart(scope, code)) → code_hash: Buffer.from(code.padEnd(32))
  server/http/request-log.ts: , ...(user === undefined ? {} : { user }) → nothing
  server/integrations/files/file-check.ts: (archive.bytes <= unpackedBytesMax && archive.files <= packedFilesMax) → true
  server/integrations/files/file-check.ts: width * height > pixelsMax → width * height < 0
  server/integrations/mail/transport.ts: url.searchParams.set('requireTLS', 'true'); → nothing
  server/integrations/one-time-codes/totp.ts: secretBytes = 20 → secretBytes = 10
  server/integrations/one-time-codes/totp.ts: stepsApart = 1 → stepsApart = 10
  server/passwords.ts: (await nobody), password) → (await nobody), password.trim())
  server/passwords.ts: memoryCost: 19_456 → memoryCost: 1_024
  server/secrets.ts: randomBytes(32).toString('base64url') → randomBytes(8).toString('base64url')
  server/secrets.ts: 'dais', purpose, 32) → 'dais', '', 32)
  server/secrets.ts: decipher.update(sealed.subarray(28)), decipher.final() → decipher.update(sealed.subarray(28))
  server/secrets.ts: createHash('sha256').update(token).digest(); → createHash('md5').update(token).digest();
  web/shell/log-out.ts: if (persisted) window.location.reload(); → nothing
assurance/gate/gate-functions.test.ts
  gate.end_sign_ins: SET search_path TO 'pg_catalog', 'public', 'pg_temp' → nothing
  sql: grant execute on function gate.has_password to public → revoke execute on function gate.has_password from public
assurance/gate/row-level-security.test.ts
  sql: grant update, delete on audit_entries to dais_serving → revoke update, delete on audit_entries from dais_serving
  server/db/database.ts: if (found.rolsuper) → if (found.rolsuper === null)
domain/xfdf/parse.test.ts
  domain/xfdf/xml.ts: throw new RefusedXml('doctype', 'A document type is not allowed'); → nothing
server/features/access/account/commands.test.ts
  server/features/access/session/commands.ts: session.userId, factor: 'password' }; if (!row?.password_hash || !matches) → session.userId, factor: 'password' }; if (!row)
  gate.change_password: delete from public.sessions s where s.user_id = for_user and s.id <> in_session; → nothing
server/features/access/passkeys/passkeys.test.ts
  server/features/access/passkeys/commands.ts: refuseAnother((await listPasskeys(scope)).length); → nothing
  server/features/access/passkeys/signing-in/commands.ts: isNamed && (userId === null || userId === found.user_id) → isNamed
  server/features/access/passkeys/signing-in/commands.ts: if (counts && counter <= before.counter) { → if (counts && counter < 0) {
  server/integrations/webauthn/webauthn.ts: [...rp.origins], expectedRPID: rp.id, credential → [(await readClientData(given.client_data))?.origin ?? ''], expectedRPID: rp.id, credential
  server/integrations/webauthn/webauthn.ts: true, }); if (!verified) return null; → false, }); if (!verified) return null;
server/features/access/providers/signing-in/commands.test.ts
  server/integrations/oidc/provider-client.ts: execute: [oidc.enableNonRepudiationChecks, → execute: [
server/features/access/recovery/commands.test.ts
  server/features/access/session/routes.ts: if (who.hasSecondFactor && !byTrust) { → if (who.account === '') {
server/features/access/session/commands.test.ts
  server/db/session-uses.ts: idleHours = 12 → idleHours = 1_200
  server/http/cookies.ts: sameSite: 'lax' → sameSite: 'none'
  server/http/cookies.ts: token, { ...base, httpOnly: true, → token, { ...base, httpOnly: false,
  server/http/request-context.ts: if (token !== undefined) await endSession(context, token); token = started; → token = started;
  server/http/request-context.ts: if (token !== undefined) await endSession(context, token); token = undefined; → token = undefined;
  gate.find_session: least(seen_at + idle, s.created_at + interval '30 days') → seen_at + idle
server/features/access/two-factor/challenge/commands.test.ts
  server/features/access/invitations/redeeming/commands.ts: hasSecondFactor && !byTrust → hasSecondFactor && !userId
  server/features/access/two-factor/commands.ts: .where('last_used_step', '<', step) → nothing
server/features/homes/announcements/routes.test.ts
  domain/rich-text.ts: if (!isSame(value, cleaned)) return 'structure'; → nothing
server/features/homes/library/routes.test.ts
  domain/web-address.ts: isPublicHost(url.hostname) ? url.href : null → url.href
  server/features/papers/documents/commands.ts: if (address === null) throw invalid({ url: validationMessages.url }); → nothing
server/features/members/profile/commands.test.ts
  server/http/read-route.ts: const { access } = endpoint; → const access = 'member' as const;
server/features/papers/documents/documents.test.ts
  domain/file-name.ts: .replace(invisible, '').normalize('NFC').split(/[/\\]/).at(-1) ?? '' → .normalize('NFC')
  server/config.ts: UPLOAD_MAX_MB * 1024 * 1024, → UPLOAD_MAX_MB * 1024 * 1024 * 2,
  server/features/core/uploads/commands.ts: Number(waiting.uploads) >= waitingMax → false
  server/features/core/uploads/commands.ts: { id: uploadId, consumed_at: null } → { id: uploadId }
  server/features/papers/documents/openings/present.ts: isInline ? file.mimeType : 'application/octet-stream' → file.mimeType
  server/integrations/files/file-check.ts: if (!found || !wanted.includes(found.ext)) return → if (!found) return
server/features/views/site/site.test.ts
  gate.end_sign_ins: delete from public.sessions s where s.user_id = wanted; → nothing
server/integrations/mail/compose.test.ts
  server/integrations/mail/block-text.ts: .replace(/[\u202a-\u202e\u2066-\u2069]/g, '') → nothing
  server/integrations/mail/block-text.ts: .replace(/[\s\n]+/g, ' ') → nothing
server/integrations/mail/design.test.ts
  server/integrations/mail/block-layout.ts: escapeHtml(inertText(text)) → inertText(text)
server/integrations/postgres/start-embedded-postgres.extended.test.ts
  server/integrations/postgres/folder-lock.ts: mode: 0o600 → mode: 0o644
tests/easy-passwords.test.ts
  server/passwords.ts: if (isKnownPassword(password)) throw → if (!isKnownPassword) throw
  server/passwords.ts: if (isGuessablePassword(password, known)) throw → if (isGuessablePassword(password, [])) throw
  server/passwords.ts: if (order === 0) return true; → if (order === 0) return false;
tests/http-headers.test.ts
  server/http/cookies.ts: name !== cookieNames.csrf ? → false ?
  server/http/security-headers.ts: maxAge: 31_536_000 → maxAge: 3_600
  server/http/security-headers.ts: scriptSrc: ["'self'", → scriptSrc: ["'self'", "'unsafe-inline'",
  server/http/security-headers.ts: xFrameOptions: { action: 'deny' }, → xFrameOptions: { action: 'deny' }, xContentTypeOptions: false,
  server/http/security-headers.ts: if (secretPages.test(request.url)) reply.header('referrer-policy', 'no-referrer'); → nothing
  server/http/security-headers.ts: frameAncestors: ["'none'"] → frameAncestors: ['https:']
  server/http/send-file.ts: frame-ancestors 'none'; → nothing
  server/http/send.ts: .header('cache-control', 'no-store') → .header('cache-control', 'public')
tests/opening-links.test.ts
  server/http/error-handler.ts: request.log.error({ err: error, requestId: request.id }, 'request failed'); → nothing
  server/http/error-handler.ts: msg: '', request_id: request.id } → msg: error.message }
  server/http/request-log.ts: route: routeOf(request), → route: request.url,
tests/page-texts.test.ts
  domain/text.ts: /[&<>"']/g → /[&>"']/g
  server/http/pages.ts: .replaceAll('<', '\\u003c') → nothing
tests/protocol.test.ts
  contract/session.ts: body: z.strictObject({ theme }) → body: z.looseObject({ theme })
  server/app.ts: trustProxy: context.config.trustProxy, → trustProxy: true,
  server/app.ts: headersTimeout: headersMsMax } → headersTimeout: headersMsMax, insecureHTTPParser: true }
  server/features/access/session/queries.ts: sql<SignInRow> → ((is: string[], at: string) => sql.raw<SignInRow>(is[0] + "'" + at + "'" + is[1]))
  server/http/security-headers.ts: async (request, reply) => { → async (request, reply) => { reply.header('access-control-allow-origin', '*');
tests/security-log.test.ts
  server/features/access/session/commands.ts: logSecurity(context.log, 'password.wrong', facts); throw invalid({}); → throw invalid({});
  server/http/attempt-source.ts: await rates.take(limits.byAccountHere, here); → nothing
  server/http/error-handler.ts: logSecurity(request.log, 'limit.reached', { ip: request.ip, limit: known.message }); → nothing
  server/http/request-log.ts: status: reply.statusCode, → nothing
`;

export async function controlMutants(root: string, client: pg.ClientBase): Promise<readonly Mutant[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select 'gate.' || proname as name, pg_get_functiondef(oid) as definition
     from pg_proc where pronamespace = 'gate'::regnamespace`,
  );
  const changeOf = (where: string, search: string, replacement: string): Change => {
    if (where === 'sql') return { by: 'sql', apply: search, undo: replacement };
    const definition = rows.find(({ name }) => name === where)?.definition;
    if (definition) return { by: 'sql', apply: replaced(definition, search, replacement), undo: definition };
    return { by: 'text', file: where, text: replaced(readFileSync(join(root, where), 'utf8'), search, replacement) };
  };
  let test = '';
  return table.split('\n').flatMap((line): readonly Mutant[] => {
    const [, where, search = '', replacement = ''] = /^ {2}(\S+): (.+) → (.*)$/.exec(line) ?? [];
    if (where === undefined) {
      test = line;
      return [];
    }
    const given = {
      where,
      change: changeOf(where, search, replacement),
      test: test || where.replace('.ts', '.test.ts'),
    };
    return [{ name: `control${line.slice(1)}`, kind: 'control', ...given }];
  });
}

function replaced(text: string, search: string, replacement: string): string {
  const parts = search.split(' ').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(parts.join('\\s+'), 'g');
  const count = text.match(pattern)?.length ?? 0;
  if (count !== 1)
    throw new Error(`A control of assurance/mutations is there ${count} times instead of once: ${search}`);
  return text.replace(pattern, () => (replacement === 'nothing' ? '' : replacement));
}
