import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#server/app.ts';
import { signIn, stranger, type TestClient } from './client.ts';
import { createTestContext, type TestContext } from './context.ts';

interface Someone {
  readonly userId: string | null;
  readonly boardId: string | null;
}

/** The product of one test file, there from its first test to its last. */
export interface TestApp {
  readonly context: TestContext;
  readonly app: FastifyInstance;
  signIn(who: Someone): Promise<TestClient>;
  stranger(): TestClient;
}

/** Call it at the top of a test file; takes what `createTestContext` takes. */
export function testApp(...given: Parameters<typeof createTestContext>): TestApp {
  let made: { readonly context: TestContext; readonly app: FastifyInstance } | undefined;
  const running = () => {
    if (!made) throw new Error('The app is there only while tests run.');
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
    signIn: (who) => signIn(running().app, running().context, who),
    stranger: () => stranger(running().app, running().context),
  };
}
