import type { Removal } from './removal.ts';

export const rightsRemovals: readonly Removal[] = [
  {
    requirement: '12.3.1',
    control: 'TLS for mail to another machine',
    file: 'server/integrations/mail/smtp.ts',
    search: "url.searchParams.set('requireTLS', 'true');",
    replacement: 'void url;',
    test: [
      'server/integrations/mail/transport.test.ts',
      '%s is spoken to as %s: TLS is insisted on where the mail leaves this machine',
    ],
  },
  {
    requirement: '8.2.1',
    control: 'what policies refuse',
    file: 'server/errors.ts',
    search: 'if (!allowed) throw forbidden();',
    replacement: 'if (!allowed) return;',
    test: [
      'server/features/homes/meetings/agenda/agenda.test.ts',
      'the agenda is the editors’: members are refused, of drafts and foreign boards nothing is there',
    ],
  },
  {
    requirement: '8.2.2',
    control: 'whose upload it is',
    file: 'server/features/core/uploads/queries.ts',
    search:
      "    .where('member_id', '=', scope.member.id)\n    .where('consumed_at', 'is', null)\n    .where('expires_at', '>', scope.now)\n    .executeTakeFirst();\n  if (!row)",
    replacement:
      "    .where('consumed_at', 'is', null)\n    .where('expires_at', '>', scope.now)\n    .executeTakeFirst();\n  if (!row)",
    test: [
      'server/features/papers/documents/documents.test.ts',
      'only an editor uploads, and nobody touches another member’s upload',
    ],
  },
  {
    requirement: '8.2.3',
    control: 'fields that admins alone see',
    file: 'server/features/members/profile/policy.ts',
    search: "  field.visibility === 'everyone' ||\n",
    replacement: '  field.visibility !== undefined ||\n',
    test: [
      'server/features/members/profile/profile.test.ts',
      'what only admins see is in no answer to a plain member, but asked of the one who fills it in',
    ],
  },
  {
    requirement: '8.3.1',
    control: 'the role that an endpoint declares',
    file: 'server/http/adapter.ts',
    search: "if (endpoint.access === 'board-admin') authorize(scope.member.isBoardAdmin);",
    replacement: '',
    test: ['server/features/members/profile/profile-fields.test.ts', 'a plain member reads and keeps no fields'],
  },
  {
    requirement: '8.4.1',
    control: 'row-level security of boards’ tables',
    file: 'server/db/migrations/0010-house.sql',
    search:
      "using (board_id = (select current_board_id())) with check (board_id = (select current_board_id()))', each_table)",
    replacement: "using (true) with check (true)', each_table)",
    test: [
      'assurance/gate/row-level-security.test.ts',
      'a pool of one connection and a thousand interleaved boards: nobody sees another’s meeting',
    ],
  },
  {
    requirement: '13.2.2',
    control: 'the refusal to serve as a superuser',
    file: 'server/db/database.ts',
    search: 'if (found.rolsuper)',
    replacement: 'if (found.rolsuper === null)',
    test: ['assurance/gate/row-level-security.test.ts', 'the start refuses a superuser, naming it'],
  },
  {
    requirement: '13.3.2',
    control: 'keys for their owner alone',
    file: 'server/integrations/postgres/database-keys.ts',
    search: "open(partial, 'wx', 0o600)",
    replacement: "open(partial, 'wx', 0o644)",
    test: [
      'server/integrations/postgres/start-embedded-postgres.test.ts',
      'passwords are kept for their owner alone, and a wrong one is refused',
    ],
  },
  {
    requirement: '14.2.1',
    control: 'the route’s pattern in place of its address in the log',
    file: 'server/http/request-log.ts',
    search: "route: request.routeOptions.url ?? 'page'",
    replacement: 'route: request.url',
    test: ['tests/opening-links.test.ts', 'the log holds no secret address, token, cookie or password'],
  },
  {
    requirement: '14.3.1',
    control: 'asking anew for a page that Back brings after Logout',
    file: 'web/shell/log-out.ts',
    search: 'if (persisted) window.location.reload();',
    replacement: 'void persisted;',
    test: [
      'web/shell/log-out.test.ts',
      'a page that the browser kept and shows on Back after Logout is asked for anew',
    ],
  },
  {
    requirement: '14.3.2',
    control: 'no-store on calls',
    file: 'server/http/adapter.ts',
    search: "reply.code(endpoint.status ?? 200).header('cache-control', 'no-store');",
    replacement: 'reply.code(endpoint.status ?? 200);',
    test: ['tests/http-headers.test.ts', 'is kept by no cache when it holds what is private'],
  },
  {
    requirement: '15.2.2',
    control: 'turns for what takes its time',
    file: 'server/user-turns.ts',
    search:
      "if (waiting.filter((each) => each.userId === userId).length >= waitingPerUserMax) throw new AppError('too-many');",
    replacement: 'void waitingPerUserMax;\n    void AppError;',
    test: [
      'server/features/papers/reading/reading.test.ts',
      'copies with marks are made in turn: 429 for who has too many waiting',
    ],
  },
  {
    requirement: '15.3.3',
    control: 'the refusal of undeclared fields',
    file: 'contract/session.ts',
    search: 'body: z.strictObject({ theme })',
    replacement: 'body: z.looseObject({ theme })',
    test: ['tests/protocol.test.ts', 'a field that a call does not declare is refused, and changes nothing'],
  },
  {
    requirement: '15.3.4',
    control: 'the word of a trusted proxy',
    file: 'server/app.ts',
    search: 'trustProxy: context.config.trustProxy,',
    replacement: 'trustProxy: false,',
    test: [
      'tests/protocol.test.ts',
      'a trusted proxy says who it is; what the visitor put before that counts for nothing',
    ],
  },
  {
    requirement: '16.2.1',
    control: 'who it was, in the log',
    file: 'server/http/request-log.ts',
    search: '        ...known.get(request),\n',
    replacement: '',
    test: ['server/http/request-log.test.ts', 'each request has one line with who, which board, route and status'],
  },
  {
    requirement: '16.3.1',
    control: 'the line of a sign-in that failed',
    file: 'server/features/access/session/sign-in.ts',
    search: "    noteSecurity(context.log, 'password.wrong', facts);\n",
    replacement: '',
    test: [
      'tests/security-log.test.ts',
      'each sign-in that failed is in the log, as a warning: unknown address, wrong password, wrong code, disabled account',
    ],
  },
  {
    requirement: '16.3.2',
    control: 'the status of a refused call in the log',
    file: 'server/http/request-log.ts',
    search: '        status: reply.statusCode,\n',
    replacement: '',
    test: [
      'tests/security-log.test.ts',
      'a refused call is in the log with who asked, when, for what, and how it was answered',
    ],
  },
  {
    requirement: '16.3.3',
    control: 'the line of a limit that was reached',
    file: 'server/http/error-answer.ts',
    search:
      "  if (known.code === 'too-many') noteSecurity(request.log, 'limit.reached', { ip: request.ip, limit: known.message });\n",
    replacement: '',
    test: [
      'tests/security-log.test.ts',
      'an account that is disabled, a limit that is reached and a forged call are in the log',
    ],
  },
  {
    requirement: '16.3.4',
    control: 'the line of a failure',
    file: 'server/http/error-answer.ts',
    search: "    request.log.error({ err: error, requestId: request.id }, 'request failed');\n",
    replacement: '',
    test: ['tests/opening-links.test.ts', 'a failure is logged with its id and answered without its words'],
  },
  {
    requirement: '16.4.2',
    control: 'the audit log that nobody changes',
    file: 'server/db/migrations/0020-core.sql',
    search: 'revoke update, delete on audit_entries from dais_serving;',
    replacement: '',
    test: ['assurance/gate/row-level-security.test.ts', 'the log is written and read, never changed'],
  },
  {
    requirement: '16.5.1',
    control: 'the silence of a failure’s answer',
    file: 'server/http/error-answer.ts',
    search: "body: { status: 'error', msg: '', request_id: request.id }",
    replacement: "body: { status: 'error', msg: error.message, request_id: request.id }",
    test: ['tests/opening-links.test.ts', 'a failure is logged with its id and answered without its words'],
  },
];
