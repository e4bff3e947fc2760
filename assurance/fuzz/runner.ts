import type pg from 'pg';
import { type ActorName, actorNames, actorOf, canariesOf } from '#assurance/matrix/actors.ts';
import { type Credentials, credentialsOf } from '#assurance/matrix/call.ts';
import { AppError } from '#server/errors.ts';
import { readContents } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';
import type { World } from '#tests/support/world.ts';
import type { Operation } from './operations.ts';
import type { WireRequest } from './requests.ts';
import { forbiddenWords } from './rights.ts';
import type { sender, WireAnswer } from './send.ts';

export interface Sent {
  readonly actor: ActorName;
  readonly operation: Operation;
  readonly request: WireRequest;
}

export type Volley = readonly Sent[];

export interface Outcome {
  readonly sent: Sent;
  readonly answer: WireAnswer;
  readonly complaint: string | null;
}

interface Stage {
  readonly context: TestContext;
  readonly world: World;
  readonly client: pg.ClientBase;
  readonly wire: ReturnType<typeof sender>;
  readonly lastError: () => string;
}

export function runnerOn(stage: Stage) {
  const { context, world, client, wire } = stage;
  const held = new Map<ActorName, Credentials>();
  const actors = new Map(actorNames.map((name) => [name, actorOf(name, world)]));
  const canaries = canariesOf(world);

  const credentialsFor = async (name: ActorName): Promise<Credentials> => {
    const known = held.get(name);
    if (known) return known;
    const { pending, ...actor } = actorOf(name, world);
    // An actor who was disabled during the run continues without a session.
    const made = await credentialsOf(context, pending === undefined ? actor : { ...actor, pending }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return credentialsOf(context, { ...actor, userId: null, rank: 'nobody' });
      },
    );
    held.set(name, made);
    return made;
  };

  const judge = async (sent: Sent, answer: WireAnswer): Promise<string | null> => {
    const { operation, request } = sent;
    const isAsDeclared = request.method === operation.method && fits(operation, request.target);
    const complaint = complaintAbout(operation, { request, answer, isAsDeclared });
    if (complaint !== null) return answer.status >= 500 ? `${complaint}: ${stage.lastError()}` : complaint;
    const shown = `${answer.text} ${JSON.stringify(answer.headers)}`;
    if (!canaries.some((word) => shown.includes(word))) return null;
    const actor = actors.get(sent.actor) as ReturnType<typeof actorOf>;
    const forbidden = await forbiddenWords(client, { world, actor, operation, request });
    const leaked = forbidden.filter((word) => shown.includes(word));
    return leaked.length === 0 ? null : `it contains ${leaked.join(', ')}`;
  };

  const transmit = async ({ actor, operation, request }: Sent): Promise<WireAnswer | Error> => {
    try {
      const answer = await wire.send(request, await credentialsFor(actor));
      // The call may have ended the session.
      if (answer.status === 419 || /session|account|twoFactor|confirm/i.test(operation.name)) held.delete(actor);
      return answer;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  const outcomeOf = async (sent: Sent, answer: WireAnswer | Error): Promise<Outcome> => {
    if (!(answer instanceof Error)) return { sent, answer, complaint: await judge(sent, answer) };
    const complaint = isOurs(sent.request) ? null : `no answer: ${answer.message}`;
    return { sent, answer: { status: 0, headers: {}, text: '' }, complaint };
  };

  return {
    actorOf: (name: ActorName) => actors.get(name) as ReturnType<typeof actorOf>,
    forgetSessions: () => held.clear(),
    async send(volley: Volley, { isWatched }: { readonly isWatched: boolean }): Promise<readonly Outcome[]> {
      await client.query('delete from rate_limits');
      for (const { actor } of volley) await credentialsFor(actor);
      // Records pending visits now, so that they do not count as changes by the next call.
      await context.deferred.flush();
      const before = isWatched ? await readAll(client) : [];
      const answers = await Promise.all(volley.map(transmit));
      const outcomes: Outcome[] = [];
      for (const [nth, sent] of volley.entries())
        outcomes.push(await outcomeOf(sent, answers[nth] ?? new Error('No answer.')));
      const [only] = outcomes;
      if (!isWatched || only === undefined || outcomes.length > 1 || only.complaint !== null) return outcomes;
      const after = await readAll(client);
      const changed = after
        .filter((line, index) => line !== before[index])
        .map((line) => line.slice(0, line.indexOf(':')));
      return [{ ...only, complaint: complaintAboutWrites(only, changed) }];
    },
  };
}

const readAll = async (client: pg.ClientBase): Promise<readonly string[]> => [
  ...(await readContents(client)),
  await readAnswers(client),
];

const isOurs = ({ headers }: WireRequest): boolean => 'upgrade' in headers || 'expect' in headers;

function fits(operation: Operation, target: string): boolean {
  const pattern = operation.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}(\\?|$)`).test(target);
}

export const isSuccess = ({ answer }: Outcome): boolean => {
  if (answer.status >= 400 || answer.status === 0) return false;
  const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  return !(isJson && answer.text.startsWith('{"status":"error"') && isDeclined(JSON.parse(answer.text)));
};

const tracesOfReading =
  'sessions pending_sign_ins sign_ins invitees recent_documents reading_positions announcement_readers'.split(' ');

async function readAnswers(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ digest: string | null }>(
    `select sum(hashtextextended((meeting_id, member_id, acceptance, answered_at, attendance)::text, 0)) as digest from invitees`,
  );
  return `public.answers of invitees: ${rows[0]?.digest}`;
}

const traces = [
  ...tracesOfReading,
  ...'devices uploads annotations board_books muted_mail users password_resets'.split(' '),
  ...'magic_links mail_messages vocabulary email_changes passkey_challenges provider_sign_ins'.split(' '),
  ...'minutes_writers minutes_sections minutes_wordings'.split(' '),
];

function complaintAboutWrites(outcome: Outcome, changed: readonly string[]): string | null {
  const { sent, answer } = outcome;
  const ours = changed.filter((table) => table.startsWith('public.')).map((table) => table.slice('public.'.length));
  if (!isSuccess(outcome)) {
    const written = ours.filter((table) => !['sessions', 'sign_ins', 'pending_sign_ins'].includes(table));
    return written.length === 0 ? null : `it was refused (${answer.status}) and wrote to ${written.join(', ')}`;
  }
  if (ours.includes('audit_entries') || ours.includes('account_entries')) return null;
  // The log records the completion of two-factor setup, but not its beginning.
  if (sent.operation.name === 'twoFactor.begin') return null;
  const allowed = sent.request.method === 'GET' ? tracesOfReading : traces;
  const acts = ours.filter((table) => !allowed.includes(table));
  if (acts.length === 0) return null;
  return sent.request.method === 'GET'
    ? `it only reads and wrote to ${acts.join(', ')}`
    : `it wrote to ${acts.join(', ')} without an entry in a log`;
}

const refusals: ReadonlySet<number> = new Set([403, 404, 405, 409, 413, 419, 421, 422, 423, 429, 431]);
const ofFiles: ReadonlySet<number> = new Set([200, 201, 204, 206, 302, 303, 304, 416]);
const ofUploads: ReadonlySet<number> = new Set([...ofFiles, 400, 410, 412, 415, 460]);
const innards = /node_modules|\/server\/|at \w+ \(|select .* from |ECONNREFUSED|PostgresError/;

function complaintAbout(
  operation: Operation,
  given: { readonly request: WireRequest; readonly answer: WireAnswer; readonly isAsDeclared: boolean },
): string | null {
  const { request, isAsDeclared } = given;
  const { status, headers, text } = given.answer;
  if (status >= 500) return `it failed with ${status}`;
  if (headers['x-content-type-options'] !== 'nosniff' && status !== 400 && status !== 431) return 'nosniff is missing';
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
  if (isJson && innards.test(text)) return 'it reveals internals of the server';
  if (!isAsDeclared || request.method === 'OPTIONS') return null;
  const { reply, status: success = 200 } = operation.endpoint;
  const isFile = reply === 'file' || reply === 'page' || reply === 'stream';
  const successes = /^uploads\.|PaperUpload$/.test(operation.name)
    ? ofUploads
    : isFile
      ? ofFiles
      : new Set([success, 200]);
  if (!refusals.has(status) && !successes.has(status)) return `${status} is not in its contract`;
  if (!isJson) return isFile || request.method === 'HEAD' ? null : `it is ${String(headers['content-type'])}`;
  if (request.method === 'HEAD') return null;
  const json: unknown = JSON.parse(text);
  if (status >= 400 || isDeclined(json)) return refusalComplaint(json);
  return isFile ? null : operation.complaint(json);
}

const isDeclined = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'status' in json && json.status === 'error';

const refusalKeys: ReadonlySet<string> = new Set(['status', 'msg', 'errors', 'step']);

function refusalComplaint(json: unknown): string | null {
  if (!isDeclined(json)) return 'its refusal has no error status';
  const refusal = json as Readonly<Record<string, unknown>>;
  if (typeof refusal.msg !== 'string') return 'its refusal has no msg';
  const unknown = Object.keys(refusal).filter((key) => !refusalKeys.has(key));
  return unknown.length === 0 ? null : `its refusal contains ${unknown.join(', ')}`;
}
