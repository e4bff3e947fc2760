import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type ActorName, actorNames } from '#assurance/matrix/actors.ts';
import { keepState } from '#assurance/matrix/kept-state.ts';
import { superuserUrlOf } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';
import { openApiDocument } from '#tools/vite-openapi.ts';
import { type Dice, diceOf } from './dice.ts';
import { makeFuzzWorld } from './fuzz-world.ts';
import { brokenInvariants } from './invariants.ts';
import { kindOfPath } from './kinds.ts';
import { type OpenApi, type Operation, operationsOf } from './operations.ts';
import { drawCall } from './requests.ts';
import { isSuccess, type Outcome, runnerOn, type Sent, type Volley } from './runner.ts';
import { sender } from './send.ts';
import { thingsOf } from './things.ts';
import { tokensSeen } from './tokens.ts';
import { onTheWire } from './wire.ts';

interface Failure {
  readonly what: string;
  count: number;
  readonly steps: string;
}

const stepsShown = 5;
const requestsPerBatch = 300;
const requestsPerJobs = 40;
const moments = [0, 0, 0, 0, 10_070, 10_110, 10_260, 21_600] as const;
const drastic =
  /suspendBoard|setDisabled|setStatus|people\.remove|setRequired|setAdmin|site\.signOut|meetings\.delete|setAudience/;

export async function fuzz(
  given: { readonly context: TestContext; readonly app: FastifyInstance; readonly lastError: () => string },
  plan: { readonly seed: number; readonly requests: number },
) {
  const { context, app, lastError } = given;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The app does not listen on a port.');
  const operations = operationsOf((await openApiDocument()) as unknown as OpenApi);
  const begin = context.clock.now();
  const world = await makeFuzzWorld(context, app);
  const client = new pg.Client({ connectionString: await superuserUrlOf(context) });
  await client.connect();
  const wire = sender(address.port);
  const state = await keepState(context);
  const runner = runnerOn({ context, world, client, wire, lastError });
  const things = thingsOf(client);
  const tokens = tokensSeen();
  const reached = new Set<string>();
  const failures = new Map<string, Failure>();
  const hadAdmin = [world.home, world.elsewhere, world.suspended].map(({ board }) => board.id);
  const restart = async (moment: number): Promise<void> => {
    await state.putBack();
    context.clock.set(new Date(begin.getTime() + moment * 60_000));
    runner.forgetSessions();
    tokens.forget();
    things.forgetGone();
    await things.look();
  };
  const work = async (): Promise<string | null> => {
    const seen = context.sent.length;
    try {
      await context.runJobs();
      return null;
    } catch (error) {
      return `a job failed: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      for (const { text } of context.sent.slice(seen)) tokens.learn(text ?? '');
    }
  };

  const chosen = (dice: Dice): Operation => {
    const drawn = dice.oneOf(operations);
    if (drastic.test(drawn.name) && dice.chance(0.75)) return chosen(dice);
    return reached.has(drawn.name) && dice.chance(0.4) ? chosen(dice) : drawn;
  };
  const draw = (dice: Dice, operation: Operation, actor: ActorName, about?: string): Sent => {
    const call = drawCall(operation, { dice, things, tokens, actor: runner.actorOf(actor), now: context.clock.now() });
    const meant = about !== undefined && call.params?.id ? { ...call, params: { ...call.params, id: about } } : call;
    return { actor, operation, request: onTheWire(operation, meant, dice) };
  };
  const drawVolley = (dice: Dice): Volley => {
    const operation = chosen(dice);
    const first = draw(dice, operation, actorFor(operation, dice));
    if (dice.chance(0.85)) return [first];
    const others = Array.from({ length: 1 + dice.below(3) }, (): Sent => {
      const way = dice.below(3);
      if (way === 0) return first;
      if (way === 1) return { ...first, actor: actorFor(operation, dice) };
      const kind = kindOfPath(operation.path);
      const alike = operations.filter(({ path }) => kindOfPath(path) === kind);
      const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(first.request.target)?.[0];
      const next = dice.oneOf(alike);
      return draw(dice, next, actorFor(next, dice), kind === null ? undefined : id);
    });
    return [first, ...others];
  };

  const note = (what: string, volleys: readonly Volley[]): void => {
    const key = withoutNumbers(what).slice(0, 200);
    const known = failures.get(key);
    if (known) known.count += 1;
    else failures.set(key, { what, count: 1, steps: volleys.slice(-stepsShown).map(inLines).join('\n') });
  };

  try {
    let sent = 0;
    for (let batch = 0; sent < plan.requests; batch += 1) {
      const dice = diceOf(plan.seed + Math.imul(batch, 0x9e3779b1));
      const moment = dice.oneOf(moments);
      await restart(moment);
      const volleys: Volley[] = [];
      const found: { readonly what: string; readonly until: number }[] = [];
      const waiting: Volley[] = [];
      let inBatch = 0;
      while (inBatch < requestsPerBatch && sent < plan.requests) {
        const volley = waiting.shift() ?? drawVolley(dice);
        volleys.push(volley);
        const outcomes = await runner.send(volley, { isWatched: volley.length === 1 && dice.chance(0.06) });
        for (const outcome of outcomes) {
          if (isSuccess(outcome)) reached.add(outcome.sent.operation.name);
          tokens.learn(`${outcome.answer.text} ${JSON.stringify(outcome.answer.headers)}`);
          if (outcome.complaint !== null) found.push({ what: inWords(outcome), until: volleys.length });
          waiting.push(...followUps(outcome, operations));
        }
        const isJobsTurn =
          Math.floor((inBatch + volley.length) / requestsPerJobs) > Math.floor(inBatch / requestsPerJobs);
        inBatch += volley.length;
        sent += volley.length;
        if (isJobsTurn) {
          const failed = await work();
          if (failed !== null) found.push({ what: failed, until: volleys.length });
        }
        await things.look();
      }
      for (const what of await brokenInvariants(context, client, hadAdmin)) found.push({ what, until: volleys.length });
      for (const { what, until } of found) note(what, volleys.slice(0, until));
    }
  } finally {
    wire.end();
    await client.end();
    await state.end();
  }
  const names = operations.map(({ name }) => name);
  return {
    failures: [...failures.values()],
    operations: names,
    neverReached: names.filter((name) => !reached.has(name)),
  };
}

const withoutNumbers = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g, '…');

const inWords = ({ sent, answer, complaint }: Outcome): string =>
  `${sent.operation.name} as ${sent.actor}: ${complaint} (${answer.status})`;

const inLines = (volley: Volley): string =>
  volley
    .map(({ actor, request: { method, target, headers, body } }) =>
      `  ${actor}: ${method} ${target} ${JSON.stringify(headers)} ${JSON.stringify(body)}`.slice(0, 600),
    )
    .join('\n   and at once\n');

const ofPublicEndpoints: readonly ActorName[] = [
  'member',
  'board admin',
  'own group’s admin',
  'anonymous',
  'magic visitor',
  'paper author',
  'two-factor pending',
];

function actorFor({ endpoint }: Operation, dice: Dice): ActorName {
  if (endpoint.name === 'twoFactor.challenge' && dice.chance(0.6)) return 'two-factor pending';
  if (dice.chance(0.3)) return dice.oneOf(actorNames);
  switch (endpoint.access) {
    case 'site-admin':
      return 'site admin';
    case 'board-admin':
      return dice.chance(0.85) ? 'board admin' : 'other board’s admin';
    case 'member':
      return dice.oneOf(['board admin', 'board admin', 'own group’s admin', 'member', 'board admin']);
    default:
      return dice.oneOf(ofPublicEndpoints);
  }
}

function followUps({ sent, answer }: Outcome, operations: readonly Operation[]): readonly Volley[] {
  const append = operations.find(({ name }) => name === 'uploads.append');
  const location = answer.headers.location;
  if (sent.operation.name !== 'uploads.create' || answer.status !== 201 || !append || typeof location !== 'string')
    return [];
  const length = Number(sent.request.headers['upload-length']);
  if (!(length > 0 && length < 1_000)) return [];
  const bytes = Buffer.from('%PDF-1.7\n%%EOF\n'.padEnd(length, ' ')).subarray(0, length);
  const headers = {
    'x-requested-with': 'XMLHttpRequest',
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const target = new URL(location, 'http://127.0.0.1').pathname;
  const request = { method: 'PATCH', target, headers, body: { base64: bytes.toString('base64') } };
  return [[{ ...sent, operation: append, request }]];
}
