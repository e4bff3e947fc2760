import { join } from 'node:path';
import { databaseKeys, ownerRole } from '#server/integrations/postgres/database-roles.ts';
import { superuserUrlOfFolder } from '#tests/support/installation.ts';
import { readStartCommand } from '#tools/start-command.ts';
import { type Actor, findActors, membersOfLarge, membersOfMany, membersWithFiles } from './actors.ts';
import { type Case, cases } from './cases.ts';
import { boardsOfScale, files } from './filling/sizes.ts';
import { type MainServer, startMain } from './load/main-server.ts';
import type { Call, Captured, FloorAnswer, Lane, LeanOrder, Measured } from './load/messages.ts';
import { revisionPlace } from './load/messages.ts';
import type { ServerOrder } from './load/server-process.ts';
import { type Helper, startProcess } from './load/start-process.ts';
import { measureMemory } from './memory.ts';
import { printPlans } from './plans.ts';
import { measureProcessor, type ProcessorTimes, postgresOf } from './processor-time.ts';

const connections = 20;
const people = 200;
const notedActors = 2 * connections;
const steadyRate = 100;

export interface CaseResult {
  readonly name: string;
  readonly server: Measured;
  readonly sql: Measured;
  readonly http: Measured;
  /** This is null if bench/lean.ts has no statement for the case. */
  readonly lean: Measured | null;
  /** This is null for downloads, which are too large to be requested at the steady rate. */
  readonly steady: Measured | null;
  /** This is null if bench/lean.ts has no statement for the case. */
  readonly processor: ProcessorTimes | null;
  readonly byProcesses: readonly { readonly processes: number; readonly result: Measured }[];
  /** Statements per call, including begin and commit. */
  readonly statements: number;
}

export interface ScaleResult {
  readonly cases: readonly CaseResult[];
}

export async function measureScale(given: {
  readonly folder: string;
  readonly scale: number;
  readonly seconds: number;
  readonly isChosen: (key: string) => boolean;
  readonly processes: readonly number[];
}): Promise<ScaleResult> {
  const { folder, seconds, isChosen } = given;
  const start = readStartCommand(join(import.meta.dirname, '..'));
  // Runs no jobs, because sending mail would take processor time.
  const settings = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', WORKERS: '0' };
  const server = startProcess('server-process.ts', { env: { ...settings, ...start.env }, flags: start.flags });
  const helpers = {
    server,
    load: startProcess('load-process.ts'),
    sqlFloor: startProcess('sql-floor-process.ts'),
    httpFloor: startProcess('http-floor-process.ts'),
    leanFloor: startProcess('lean-floor-process.ts'),
  };
  const mains = new Map<number, MainServer>();
  try {
    const { url, databaseUrl } = await server.ask<{ url: string; databaseUrl: string }>('start' satisfies ServerOrder);
    const superuserUrl = await superuserUrlOfFolder(folder);
    for (const count of given.processes) {
      const database = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: await ownerUrlOf(folder, databaseUrl) };
      mains.set(count, await startMain(count, { DATA_DIR: folder, WORKERS: '0', ...database }));
    }
    const of = (members: Parameters<typeof findActors>[0]['members']) => findActors({ url, superuserUrl, members });
    const actors: Record<Case['of'], readonly Actor[]> = {
      many: await of(membersOfMany(people, boardsOfScale(given.scale))),
      large: await of(membersOfLarge(connections)),
      files: await of(membersWithFiles(files.downloads)),
    };
    const results: CaseResult[] = [];
    const captured = new Map<string, readonly Captured[]>();
    for (const each of cases.filter(({ key }) => isChosen(key))) {
      const lanes = lanesOf(actors[each.of].map((actor, nth) => each.calls(actor, nth)));
      const run = (target: string, given: readonly Lane[], rate: number | null, time: number) =>
        helpers.load.ask<Measured>({ url: target, lanes: given, seconds: time, rate });
      await run(url, lanes, null, Math.min(2, seconds));
      const noted = await note({ url, server, folder, each, actors: actors[each.of] });
      captured.set(each.name, noted.statements);
      const result = await run(url, lanes, null, seconds);
      const sql = await helpers.sqlFloor.ask<Measured>({
        url: databaseUrl,
        lanes: lanesOf(noted.statements.map((calls) => [calls])),
        seconds,
      });
      const floorUrl = await helpers.httpFloor.ask<string>(noted.answers);
      const http = await run(floorUrl, lanesOf(noted.calls.map((call) => [call])), null, seconds / 2);
      const leanUrl = await openLean({ each, actors: actors[each.of], superuserUrl, floor: helpers.leanFloor });
      const lean = leanUrl === null ? null : await run(leanUrl, lanes, null, seconds);
      const processor =
        leanUrl === null
          ? null
          : await measureProcessor({
              server: { pid: server.pid, run: () => run(url, lanes, null, seconds / 2) },
              lean: { pid: helpers.leanFloor.pid, run: () => run(leanUrl, lanes, null, seconds / 2) },
              postgres: await postgresOf(folder),
            });
      const byProcesses: { processes: number; result: Measured }[] = [];
      for (const [processes, main] of mains) {
        await run(main.url, lanes, null, Math.min(2, seconds));
        byProcesses.push({ processes, result: await run(main.url, lanes, null, seconds) });
      }
      const isLarge = each.key === 'download';
      const steady = isLarge ? null : await run(url, lanes, each.steadyRate ?? steadyRate, seconds);
      results.push({
        name: each.name,
        server: result,
        sql,
        http,
        lean,
        steady,
        processor,
        byProcesses,
        statements: noted.statements[0]?.length ?? 0,
      });
      console.log(`${each.name}: ${Math.round(result.perSecond)}/s`);
    }
    if (isChosen('memory'))
      await measureMemory({ url, helpers, actors: await of(membersWithFiles(files.large, files.downloads)) });
    if (isChosen('plans') || results.length > 0) await printPlans(superuserUrl, captured);
    return { cases: results };
  } finally {
    for (const main of mains.values()) await main.stop();
    // Stops the server explicitly, because its database would otherwise continue to run.
    await server.ask('stop' satisfies ServerOrder);
    for (const helper of Object.values(helpers)) await helper.stop();
  }
}

async function ownerUrlOf(folder: string, servingUrl: string): Promise<string> {
  const url = new URL(servingUrl);
  url.username = ownerRole;
  url.password = (await databaseKeys(folder)).owner;
  return url.href;
}

async function openLean(given: {
  readonly each: Case;
  readonly actors: readonly Actor[];
  readonly superuserUrl: string;
  readonly floor: Helper;
}): Promise<string | null> {
  const { each, actors, floor } = given;
  const { lean } = each;
  if (!lean) return null;
  const calls = actors.flatMap((actor, nth) =>
    each.calls(actor, nth).map(({ method, path }, call) => ({
      call: `${method} ${path}`,
      statement: { name: `lean_${each.key}`, text: lean.text, values: lean.values(actor, call) },
    })),
  );
  return floor.ask<string>({ url: given.superuserUrl, calls } satisfies LeanOrder);
}

interface Noted {
  readonly calls: readonly Call[];
  readonly statements: readonly Captured[];
  readonly answers: readonly FloorAnswer[];
}

async function note(given: {
  readonly url: string;
  readonly server: Helper;
  readonly folder: string;
  readonly each: Case;
  readonly actors: readonly Actor[];
}): Promise<Noted> {
  const { url, server, folder, each, actors } = given;
  const noted = { calls: [] as Call[], statements: [] as Captured[], answers: [] as FloorAnswer[] };
  for (const [nth, actor] of actors.slice(0, notedActors).entries()) {
    for (const call of each.calls(actor, nth)) {
      const revision = await revisionNow(url, call);
      const body = call.body?.replace(revisionPlace, () => `"base_revision":${revision}`);
      await server.ask('note' satisfies ServerOrder);
      const answer = await fetch(url + call.path, {
        method: call.method,
        headers: call.headers,
        ...(body === undefined ? {} : { body }),
      });
      const bytes = each.key === 'download' ? await answer.body?.cancel() : Buffer.from(await answer.arrayBuffer());
      if (!answer.ok) throw new Error(`${call.method} ${call.path} was answered with ${answer.status}: ${bytes}`);
      const statements = await server.ask<Captured>('tell' satisfies ServerOrder);
      noted.calls.push(call);
      noted.statements.push(repeatable(statements, revision));
      const file = { file: join(folder, 'files', actor.download?.key ?? '') };
      noted.answers.push({
        call: `${call.method} ${call.path}`,
        contentType: answer.headers.get('content-type') ?? '',
        body: bytes ?? file,
      });
    }
  }
  return noted;
}

async function revisionNow(url: string, call: Call): Promise<number> {
  if (call.body?.includes(revisionPlace) !== true) return 0;
  const answer = await fetch(url + call.path, { method: call.method, headers: call.headers, body: call.body });
  const { data } = (await answer.json()) as { data: { revision: number } };
  return data.revision;
}

/** An annotation update matches only the current revision, so a repeated update must use the next revision. */
const repeatable = (statements: Captured, revision: number): Captured =>
  statements.map((statement) =>
    statement.text.startsWith('update "annotations"')
      ? { ...statement, values: statement.values.map((value) => (value === revision ? revision + 1 : value)) }
      : statement,
  );

function lanesOf<T>(each: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const lanes = Array.from({ length: connections }, (_, lane) =>
    each.filter((_calls, nth) => nth % connections === lane).flat(),
  );
  return lanes.map((lane, nth) => (lane.length > 0 ? lane : (lanes[nth % Math.max(1, each.length)] ?? [])));
}
