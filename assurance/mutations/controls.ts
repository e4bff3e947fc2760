import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Mutant } from './mutant.ts';

/** The original text, which is in the file exactly once, its replacement, and the test file that must notice. */
type Row = readonly [search: string, replacement: string, test: string];

const headers = 'tests/http-headers.test.ts';
const protocol = 'tests/protocol.test.ts';
const securityLog = 'tests/security-log.test.ts';
const openingLinks = 'tests/opening-links.test.ts';
const pages = 'tests/page-texts.test.ts';
const easyPasswords = 'tests/easy-passwords.test.ts';
const documents = 'server/features/papers/documents/documents.test.ts';
const sessions = 'server/features/access/session/commands.test.ts';
const recovery = 'server/features/access/recovery/commands.test.ts';
const invitations = 'server/features/access/invitations/commands.test.ts';
const account = 'server/features/access/account/commands.test.ts';
const codes = 'server/features/access/two-factor/challenge/commands.test.ts';
const passkeys = 'server/features/access/passkeys/passkeys.test.ts';
const providers = 'server/features/access/providers/signing-in/commands.test.ts';
const library = 'server/features/homes/library/routes.test.ts';
const secrets = 'server/secrets.test.ts';
const passwords = 'server/passwords.test.ts';
const passwordRules = 'domain/password-rules.test.ts';
const fileChecks = 'server/integrations/files/file-check.test.ts';
const oneTimeCodes = 'server/integrations/one-time-codes/totp.test.ts';
const embedded = 'server/integrations/postgres/start-embedded-postgres.test.ts';
const mailText = 'server/integrations/mail/compose.test.ts';

/** Security controls that the other kinds of mutants do not break, by source file. */
const ofSources: Readonly<Record<string, readonly Row[]>> = {
  'contract/session.ts': [['body: z.strictObject({ theme })', 'body: z.looseObject({ theme })', protocol]],
  'domain/csv.ts': [['beginsFormula.test(cell) ?', 'false ?', 'domain/csv.test.ts']],
  'domain/file-name.ts': [
    [".replace(invisible, '').normalize('NFC').split(/[/\\\\]/).at(-1) ?? ''", ".normalize('NFC')", documents],
    ["title.replace(/[/\\\\]/g, '-')", 'title', 'domain/file-name.test.ts'],
  ],
  'domain/password-rules.ts': [
    ['passwordCharactersMin = 10', 'passwordCharactersMin = 6', passwordRules],
    ['passwordCharactersMax = 90', 'passwordCharactersMax = 60', passwordRules],
  ],
  'domain/paths.ts': [["url.host !== 'own' || url.pathname.startsWith('//') || url", 'url', 'domain/paths.test.ts']],
  'domain/rich-text.ts': [
    ["!['http:', 'https:', 'mailto:'].includes(url.protocol)", "url.protocol === ''", 'domain/rich-text.test.ts'],
    ['return isSame(value, cleaned) && rich', 'return rich', 'server/features/homes/announcements/routes.test.ts'],
  ],
  'domain/text.ts': [[`/[&<>"']/g`, `/[&>"']/g`, pages]],
  'domain/web-address.ts': [['isPublicHost(url.hostname) ? url.href : null', 'url.href', library]],
  'domain/xfdf/xml.ts': [
    ["throw new RefusedXml('doctype', 'A document type is not allowed');", '', 'domain/xfdf/parse.test.ts'],
  ],
  'server/app.ts': [
    ['trustProxy: context.config.trustProxy,', 'trustProxy: true,', protocol],
    ['headersTimeout: headersMsMax }', 'headersTimeout: headersMsMax, insecureHTTPParser: true }', protocol],
  ],
  'server/config.ts': [['UPLOAD_MAX_MB * 1024 * 1024,', 'UPLOAD_MAX_MB * 1024 * 1024 * 2,', documents]],
  'server/db/database.ts': [
    ['if (found.rolsuper)', 'if (found.rolsuper === null)', 'assurance/gate/row-level-security.test.ts'],
  ],
  'server/db/session-uses.ts': [['idleHours = 12', 'idleHours = 1_200', sessions]],
  'server/fair-semaphore.ts': [
    [
      "if (waiting.filter((each) => each.key === key).length >= waitingPerKeyMax) throw new AppError('too-many');",
      'void [waitingPerKeyMax, AppError];',
      'server/fair-semaphore.test.ts',
    ],
  ],
  'server/features/access/invitations/commands.ts': [
    ['most: invitationsPerDayMax }', 'most: Number.MAX_SAFE_INTEGER }', invitations],
  ],
  'server/features/access/invitations/redeeming/commands.ts': [['asks && !byTrust', 'asks && !who.userId', codes]],
  'server/features/access/passkeys/commands.ts': [['refuseAnother((await listPasskeys(scope)).length);', '', passkeys]],
  'server/features/access/passkeys/signing-in/commands.ts': [
    ['isNamed && (userId === null || userId === found.user_id)', 'isNamed', passkeys],
    ['if (counts && counter <= before.counter) {', 'if (counts && counter < 0) {', passkeys],
  ],
  'server/features/access/recovery/commands.ts': [['resetMinutes = 60;', 'resetMinutes = 6_000;', recovery]],
  'server/features/access/session/commands.ts': [
    [
      "user: session.userId, factor: 'password' };\n  if (!row?.password_hash || !matches) {",
      "user: session.userId, factor: 'password' };\n  if (!row) {",
      account,
    ],
    ["logSecurity(context.log, 'password.wrong', facts);\n    throw invalid({});", 'throw invalid({});', securityLog],
  ],
  'server/features/access/session/queries.ts': [
    [
      'sql<SignInRow>`select',
      "((is: string[], at: string) => sql.raw<SignInRow>(is[0] + `'` + at + `'` + is[1]))`select",
      protocol,
    ],
  ],
  'server/features/access/session/routes.ts': [
    ['if (who.hasSecondFactor && !byTrust) {', "if (who.account === '') {", recovery],
  ],
  'server/features/access/two-factor/commands.ts': [
    [".where('last_used_step', '<', step)", '', codes],
    [
      'code_hash: hashOf(scope, secrets, code)',
      'code_hash: Buffer.from(normalised(code).padEnd(32))',
      'server/features/access/two-factor/commands.test.ts',
    ],
  ],
  'server/features/core/uploads/commands.ts': [
    ["if (Number(waiting.uploads) >= waitingMax) throw new AppError('too-many');", '', documents],
    [".where('consumed_at', 'is', null)\n    .returning('id')", ".returning('id')", documents],
  ],
  'server/features/papers/documents/commands.ts': [
    ['if (address === null) throw invalid({ url: validationMessages.url });', '', library],
  ],
  'server/features/papers/documents/openings/present.ts': [
    ["isInline ? file.mimeType : 'application/octet-stream'", 'file.mimeType', documents],
  ],
  'server/features/views/calendar/routes.ts': [
    ["'text/calendar; charset=utf-8; method=PUBLISH'", "'text/calendar; method=PUBLISH'", protocol],
  ],
  'server/http/attempt-source.ts': [['await rates.take(limits.byAccountHere, here);', '', securityLog]],
  'server/http/cookies.ts': [
    ['name !== cookieNames.csrf ?', 'false ?', headers],
    ["sameSite: 'lax'", "sameSite: 'none'", sessions],
    [
      'token, {\n        ...base,\n        httpOnly: true,',
      'token, {\n        ...base,\n        httpOnly: false,',
      sessions,
    ],
  ],
  'server/http/error-handler.ts': [
    ["logSecurity(request.log, 'limit.reached', { ip: request.ip, limit: known.message });", '', securityLog],
    ["request.log.error({ err: error, requestId: request.id }, 'request failed');", '', openingLinks],
    ["msg: '', request_id: request.id }", 'msg: error.message }', openingLinks],
  ],
  'server/http/pages.ts': [[".replaceAll('<', '\\\\u003c')", '', pages]],
  'server/http/read-route.ts': [
    [
      'const { access } = endpoint;',
      "const access = 'member' as const;",
      'server/features/members/profile/commands.test.ts',
    ],
  ],
  'server/http/request-context.ts': [
    [
      'if (token !== undefined) await endSession(context, token);\n        token = started;',
      'token = started;',
      sessions,
    ],
    [
      'if (token !== undefined) await endSession(context, token);\n    token = undefined;',
      'token = undefined;',
      sessions,
    ],
  ],
  'server/http/request-log.ts': [
    ['route: routeOf(request),', 'route: request.url,', openingLinks],
    [', ...(user === undefined ? {} : { user })', '', 'server/http/request-log.test.ts'],
    ['status: reply.statusCode,\n', '', securityLog],
  ],
  'server/http/security-headers.ts': [
    ['maxAge: 31_536_000', 'maxAge: 3_600', headers],
    [
      "app.addHook('onRequest', async (request, reply) => {\n",
      "app.addHook('onRequest', async (request, reply) => {\n    reply.header('access-control-allow-origin', '*');\n",
      protocol,
    ],
    [`scriptSrc: ["'self'", `, `scriptSrc: ["'self'", "'unsafe-inline'", `, headers],
    ["xFrameOptions: { action: 'deny' },", "xFrameOptions: { action: 'deny' }, xContentTypeOptions: false,", headers],
    ["if (secretPages.test(request.url)) reply.header('referrer-policy', 'no-referrer');", '', headers],
    [`frameAncestors: ["'none'"]`, "frameAncestors: ['https:']", headers],
  ],
  'server/http/send-file.ts': [[" frame-ancestors 'none';", '', headers]],
  'server/http/send.ts': [[".header('cache-control', 'no-store')", '', headers]],
  'server/integrations/files/file-check.ts': [
    ['if (!found || !wanted.includes(found.ext)) return', 'if (!found) return', documents],
    ['(unpacked.bytes <= unpackedBytesMax && unpacked.files <= packedFilesMax)', 'unpacked.bytes >= 0', fileChecks],
    ['width * height > pixelsMax', 'width * height < 0', fileChecks],
  ],
  'server/integrations/mail/block-layout.ts': [
    ['escapeHtml(inertText(text))', 'inertText(text)', 'server/integrations/mail/design.test.ts'],
  ],
  'server/integrations/mail/block-text.ts': [
    [".replace(/[\\u202a-\\u202e\\u2066-\\u2069]/g, '')", '', mailText],
    [".replace(/[\\s\\n]+/g, ' ')", '', mailText],
  ],
  'server/integrations/mail/transport.ts': [
    ["url.searchParams.set('requireTLS', 'true');", '', 'server/integrations/mail/transport.test.ts'],
  ],
  'server/integrations/oidc/provider-client.ts': [['[oidc.enableNonRepudiationChecks, ', '[', providers]],
  'server/integrations/one-time-codes/totp.ts': [
    ['secretBytes = 20', 'secretBytes = 10', oneTimeCodes],
    ['stepsApart = 1', 'stepsApart = 10', oneTimeCodes],
  ],
  'server/integrations/postgres/database-roles.ts': [["'wx', 0o600)", "'wx', 0o644)", embedded]],
  'server/integrations/webauthn/webauthn.ts': [
    [
      'expectedOrigin: [...rp.origins],\n      expectedRPID: rp.id,\n      credential',
      "expectedOrigin: [(await readClientData(given.client_data))?.origin ?? ''],\n      expectedRPID: rp.id,\n      credential",
      passkeys,
    ],
    [
      'requireUserVerification: true,\n    });\n    if (!verified) return null;',
      'requireUserVerification: false,\n    });\n    if (!verified) return null;',
      passkeys,
    ],
  ],
  'server/passwords.ts': [
    ['if (isKnownPassword(password)) throw', 'if (!isKnownPassword) throw', easyPasswords],
    ['(await nobody), password)', '(await nobody), password.trim())', passwords],
    ['if (isGuessablePassword(password, known)) throw', 'if (isGuessablePassword(password, [])) throw', easyPasswords],
    ['if (order === 0) return true;', 'if (order === 0) return false;', easyPasswords],
    ['memoryCost: 19_456', 'memoryCost: 1_024', passwords],
  ],
  'server/secrets.ts': [
    ["randomBytes(32).toString('base64url')", "randomBytes(8).toString('base64url')", secrets],
    ["'dais', purpose, 32)", "'dais', '', 32)", secrets],
    ['decipher.update(sealed.subarray(28)), decipher.final()', 'decipher.update(sealed.subarray(28))', secrets],
    ["createHash('sha256').update(token).digest();", "createHash('md5').update(token).digest();", secrets],
  ],
  'web/shell/log-out.ts': [['if (persisted) window.location.reload();', '', 'web/shell/log-out.test.ts']],
};

/** The same for functions of the database, whose other conditions are mutants of the kind `gate`. */
const ofFunctions: Readonly<Record<string, readonly Row[]>> = {
  'gate.find_session': [["least(seen_at + idle, s.created_at + interval '30 days')", 'seen_at + idle', sessions]],
  'gate.change_password': [
    ['delete from public.sessions s where s.user_id = for_user and s.id <> in_session;', '', account],
  ],
  'gate.end_sign_ins': [
    ['delete from public.sessions s where s.user_id = wanted;', '', 'server/features/views/site/site.test.ts'],
  ],
};

/** `client` is connected to the template database. */
export async function controlMutants(root: string, client: pg.ClientBase): Promise<readonly Mutant[]> {
  const definitions = await client.query<{ name: string; definition: string }>(
    `select 'gate.' || proname as name, pg_get_functiondef(oid) as definition
     from pg_proc where pronamespace = 'gate'::regnamespace`,
  );
  const definitionOf = (name: string) => definitions.rows.find((row) => row.name === name)?.definition ?? '';
  return [
    ...mutantsOf(
      ofSources,
      (file) => readFileSync(join(root, file), 'utf8'),
      (file, text) => ({
        by: 'text',
        file,
        text,
      }),
    ),
    ...mutantsOf(ofFunctions, definitionOf, (name, apply) => ({
      by: 'sql',
      apply,
      undo: definitionOf(name),
      touches: name,
    })),
    {
      name: 'audit_entries: the serving role may change entries',
      kind: 'control',
      where: 'audit_entries',
      what: 'the serving role may change entries',
      test: 'assurance/gate/row-level-security.test.ts',
      change: {
        by: 'sql',
        apply: 'grant update, delete on audit_entries to dais_serving',
        undo: 'revoke update, delete on audit_entries from dais_serving',
        touches: 'audit_entries',
      },
    },
  ];
}

function mutantsOf(
  rows: Readonly<Record<string, readonly Row[]>>,
  read: (where: string) => string,
  changeOf: (where: string, text: string) => Mutant['change'],
): readonly Mutant[] {
  return Object.entries(rows).flatMap(([where, ofFile]) =>
    ofFile.map(([search, replacement, test]): Mutant => {
      const text = read(where);
      const count = text.split(search).length - 1;
      if (count !== 1) throw new Error(`${where} contains this text ${count} times instead of once: ${search}`);
      const what = `${search} → ${replacement || 'nothing'}`.replaceAll(/\s+/g, ' ');
      const change = changeOf(
        where,
        text.replace(search, () => replacement),
      );
      return { name: `control ${where}: ${what}`, kind: 'control', where, what, change, test };
    }),
  );
}
