import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#server/app.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { asSuperuser } from './as-superuser.ts';
import { signIn, stranger, type TestClient } from './client.ts';
import { createTestContext, type TestContext } from './context.ts';
import { inBoard } from './factories.ts';
import { type Makers, makersOf } from './makers.ts';

interface Someone {
  readonly userId: string | null;
  readonly boardId: string | null;
}

export interface TestApp {
  readonly context: TestContext;
  readonly app: FastifyInstance;
  /** `server.make.meeting({ board })` inserts rows directly, without applying Dais's rules. */
  readonly make: Makers;
  inBoard<T>(boardId: string, work: (tx: BoardTransaction) => Promise<T>): Promise<T>;
  asSuperuser<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  signIn(who: Someone): Promise<TestClient>;
  stranger(): TestClient;
}

/** Call this at the top of a test file. It takes the arguments of `createTestContext`. */
export function testApp(...given: Parameters<typeof createTestContext>): TestApp {
  let made: { readonly context: TestContext; readonly app: FastifyInstance } | undefined;
  const running = () => {
    if (!made) throw new Error('The app exists only while tests run.');
    return made;
  };
  beforeAll(async () => {
    const context = await createTestContext(...given);
    made = { context, app: await createApp(context) };
  });
  afterAll(async () => {
    await made?.app.close();
    await made?.context.stop();
  });
  return {
    get context() {
      return running().context;
    },
    get app() {
      return running().app;
    },
    make: makersOf(() => running().context),
    inBoard: (boardId, work) => inBoard(running().context, boardId, work),
    asSuperuser: (work) => asSuperuser(running().context, work),
    sql: <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      asSuperuser(running().context, async (client) => (await client.query<Row>(text, [...values])).rows),
    signIn: (who) => signIn(running().app, running().context, who),
    stranger: () => stranger(running().app, running().context),
  };
}
