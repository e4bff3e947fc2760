import { CompiledQuery } from 'kysely';
import type { AnswerOf, Endpoint, ParamsOf } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, enterBoard, readTogether } from '#server/db/board-scope.ts';
import { type BoardTransaction, executeAhead } from '#server/db/database.ts';
import type { Statement } from '#server/db/page-statement.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import type { FlightRoute, Route } from '#server/http/implement.ts';
import type { TestClient } from './client.ts';
import type { MadeMember } from './factories.ts';

/** What a request came to. `message`: of a refusal. */
export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

type Someone = Pick<MadeMember, 'id' | 'boardId' | 'userId'>;

export interface Asked<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One way to ask the product, of two: the same requests are answered alike by either. */
export interface BoardRequests {
  send<E extends Endpoint>(who: Someone, endpoint: E, asked: Asked<E>): Promise<Outcome<AnswerOf<E>>>;
  /** Two reads with the same parameters, both of which must be answered. */
  look<A extends Endpoint, B extends Endpoint>(
    who: Someone,
    endpoints: readonly [A, B],
    params: ParamsOf<A> & ParamsOf<B>,
  ): Promise<readonly [AnswerOf<A>, AnswerOf<B>]>;
}

const codes: Readonly<Record<number, ErrorCode>> = { 403: 'forbidden', 404: 'not-found', 422: 'invalid' };
const refusal = (code: ErrorCode, message: string) =>
  ({ kind: 'refused', code, message: code === 'refused' ? message : '' }) as const;

/** As browsers do. */
export function requestsByHttp(clientOf: (who: Someone) => TestClient): BoardRequests {
  const send: BoardRequests['send'] = async (who, endpoint, { params, query, body = {} }) => {
    const named = params as Readonly<Record<string, unknown>>;
    const filled = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named[name])));
    const path = query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`;
    const client = clientOf(who);
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete';
    const answer = method === 'get' || method === 'delete' ? client[method](path) : client[method](path, body);
    const { status, json } = await answer;
    if (status === 200 && json.status === 'success') return { kind: 'done', answer: json.data };
    const code = status === 200 ? 'refused' : codes[status];
    if (code === undefined) throw new Error(`${endpoint.name} was answered by ${status}.`);
    return refusal(code, json.msg);
  };
  return {
    send,
    async look(who, [first, second], params) {
      const [one, other] = [await send(who, first, { params }), await send(who, second, { params })];
      if (one.kind === 'refused' || other.kind === 'refused') throw new Error('What was looked at is refused.');
      return [one.answer, other.answer];
    },
  };
}

/**
 * By the handlers themselves, in one open transaction: who acts enters the board under the same row-level security, and what is refused is
 * undone. Without sessions, HTTP and JSON.
 */
export function requestsInTransaction(context: Context, tx: BoardTransaction, routes: readonly Route[]): BoardRequests {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint as Endpoint, route]));
  const routeOf = (endpoint: Endpoint): Route => {
    const route = byEndpoint.get(endpoint);
    if (route === undefined) throw new Error(`Nobody answers ${endpoint.name}.`);
    return route;
  };
  const run = (text: string): Promise<void> => executeAhead(tx, CompiledQuery.raw(text));
  let entered: BoardScope | null = null;
  const enter = async ({ boardId, userId }: Someone): Promise<BoardScope> => {
    if (userId === null) throw new Error('A pending member cannot sign in.');
    // Who acts again at the same instant is in still.
    const isIn = entered?.member.userId === userId && +entered.now === +context.clock.now();
    if (entered === null || !isIn) entered = await enterBoard(tx, context, { boardId, userId });
    return entered;
  };
  const lookAt = async (scope: BoardScope, flights: readonly FlightRoute[], params: unknown) => {
    const asked = { context, params, query: {}, body: undefined, now: scope.now, header: () => undefined };
    const readings = flights.map(({ flight: { reads, paramsOf } }) => ({
      statements: (typeof reads === 'function' ? reads(context.ports) : reads) as Readonly<Record<string, never>>,
      params: paramsOf(asked) as object,
    }));
    // What both read is read once.
    const statements = new Set<Statement<object, unknown>>(readings.flatMap((each) => Object.values(each.statements)));
    const results = await readTogether(scope, {
      statements: Object.fromEntries([...statements].map((each, nth) => [nth, each])),
      params: Object.assign({}, ...readings.map((each) => each.params)) as object,
    });
    const resultOf = new Map([...statements].map((each, nth) => [each, results[nth]]));
    return Promise.all(
      flights.map(({ flight }, nth) => {
        const known = Object.entries<Statement<object, unknown>>(readings[nth]?.statements ?? {});
        const found = Object.fromEntries(known.map(([name, statement]) => [name, resultOf.get(statement)]));
        return flight.answer({ ...asked, reader: scope, found, more: null } as never);
      }),
    );
  };
  return {
    async send(who, endpoint, { params, query = {}, body = {} }) {
      const route = routeOf(endpoint);
      if ('flight' in route) throw new Error(`${endpoint.name} is looked at.`);
      const scope = await enter(who);
      await run('savepoint request');
      try {
        const answer = await route.handle({ context, scope, params, query, body: endpoint.body?.parse(body) });
        await run('release savepoint request');
        return { kind: 'done', answer: answer as never };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await run('rollback to savepoint request');
        await run('release savepoint request');
        return refusal(error.code, error.message);
      }
    },
    async look(who, endpoints, params) {
      const flights = endpoints.map(routeOf).map((route) => {
        if ('flight' in route) return route;
        throw new Error(`${route.endpoint.name} is sent.`);
      });
      return (await lookAt(await enter(who), flights, params)) as never;
    },
  };
}
