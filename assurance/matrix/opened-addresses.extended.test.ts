import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { createApp, routes } from '#server/app.ts';
import { AppError } from '#server/errors.ts';
import { makeProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld, password, type World } from '#tests/support/world.ts';
import { isServerAddress } from '#web/paths.ts';
import { type ActorName, actorOf } from './actors.ts';
import { credentialsOf } from './call.ts';
import type { MatrixCall } from './calls.ts';
import { matrixEntries } from './endpoints.ts';

const server = testApp();
let world: World;
beforeAll(async () => {
  world = await makeWorld(server.context);
});

const origin = 'https://dais.example';
const isBuilt = existsSync(new URL('../../dist/web/index.html', import.meta.url));

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** One navigation has no Sec-Fetch headers, because browsers send them only over HTTPS. */
const navigations = [
  { accept, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
  { accept },
  // Requests that a service worker passes on have an empty destination.
  { accept, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' },
];
const calls = [
  { accept, 'x-requested-with': 'XMLHttpRequest' },
  { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { accept: 'image/avif,image/webp,*/*;q=0.8', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
];

type Headers = Readonly<Record<string, string>>;

async function open(url: string, headers: Headers, app = server.app) {
  const answer = await app.inject({ url, headers });
  const type = String(answer.headers['content-type'] ?? '').split(';')[0];
  return { status: answer.statusCode, type, location: answer.headers.location ?? null, ...answer };
}

const cookies = new Map<ActorName, Promise<Headers>>();
/** A navigation never ends a session, so each actor needs only one session. */
function cookieOf(who: ActorName): Promise<Headers> {
  const known = cookies.get(who) ?? startSession(who);
  cookies.set(who, known);
  return known;
}
async function startSession(who: ActorName): Promise<Headers> {
  const { cookie = '' } = await credentialsOf(server.context, actorOf(who, world));
  return { cookie };
}

function addressOf({ path }: Endpoint, call: MatrixCall): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''));
  const query = new URLSearchParams(call.query).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

const reading = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, reply }) => method === 'GET' && reply !== 'stream')
  .map((endpoint) => [`${endpoint.name} (${endpoint.path})`, endpoint] as const);
const guarded = reading.filter(([, { access }]) => access !== 'public' && access !== 'magic');

describe('without a session', () => {
  test.each(guarded)('%s redirects to /login with the address to return to', async (_name, endpoint) => {
    const calling = matrixEntries[endpoint.name]?.calls(actorOf('anonymous', world)) ?? {};
    for (const call of Object.values(calling)) {
      const address = addressOf(endpoint, call);
      for (const headers of navigations) {
        const answer = await open(address, headers);
        const to = new URL(String(answer.location), 'http://own');
        expect.soft([answer.status, to.host, to.pathname], address).toEqual([302, 'own', '/login']);
        expect.soft(to.searchParams.get('next'), address).toBe(address);
        expect.soft(answer.headers['cache-control'], address).toBe('no-store');
      }
      for (const headers of calls) expect.soft((await open(address, headers)).status, address).toBe(419);
    }
  });

  test.each(guarded)('the sign-in page recognises %s as a server address', (_name, { path, reply }) => {
    if (reply === 'page') return;
    expect(isServerAddress(path.replaceAll(/:\w+/g, 'x'), origin)).toBe(true);
    for (const page of ['/home', '/meetings', '/meetings/x', '/meetings/edit/x', '/library?document=x', '/account']) {
      expect(isServerAddress(page, origin)).toBe(false);
    }
  });

  test('signing in returns the user to the requested address, but never redirects to another site', async () => {
    const { member, document } = world.home;
    const answer = await open(`/download/${document.id}`, navigations[0] as Headers);
    const next = new URL(String(answer.location), 'http://own').searchParams.get('next');
    expect(next).toBe(`/download/${document.id}`);
    const signIn = async (to: string): Promise<string> => {
      const credentials = { email: member.email, password, next: to };
      const signedIn = await server.stranger().post('/login', credentials);
      expect(signedIn.status, to).toBe(200);
      return signedIn.json.url;
    };
    expect(await signIn(String(next))).toBe(next);
    const foreign = ['//evil.example/document/x', '/\\evil.example', '/\t/evil.example', 'https://evil.example/home'];
    for (const odd of [...foreign, 'javascript:alert(1)', 'evil.example', '/.//evil.example']) {
      expect.soft(await signIn(odd), odd).toBe('/home');
    }
  });
});

const everybody = [
  'anonymous',
  'member',
  'inactive member',
  'two-factor pending',
  'board admin',
  'site admin',
] as const;

describe('error responses', () => {
  test.each(reading)(
    '%s answers failed navigation with a page and failed API calls with JSON',
    async (_name, endpoint) => {
      for (const who of everybody) {
        const actor = actorOf(who, world);
        const cookie = await cookieOf(who);
        for (const call of Object.values(matrixEntries[endpoint.name]?.calls(actor) ?? {})) {
          const address = addressOf(endpoint, call);
          const opened = await open(address, { ...cookie, ...navigations[0] });
          if (opened.status >= 400) {
            expect.soft(opened.type, `${who} ${address}`).toBe('text/html');
            if (opened.status === 404 && isBuilt) expect.soft(opened.payload, address).toContain('id="start"');
            expect.soft(opened.headers['content-disposition'], address).toBeUndefined();
          }
          const called = await open(address, { ...cookie, ...calls[0] });
          if (called.status >= 400) expect.soft(called.type, `${who} ${address}`).toBe('application/json');
        }
      }
    },
  );

  const wrong = (): readonly string[] => {
    const { memberUid: uid, meeting, document } = world.home;
    const nowhere = '00000000-0000-4000-8000-000000000000';
    return [
      `/document/${nowhere}`,
      `/document/no-id`,
      `/download/${nowhere}`,
      `/document/${document.id}/more`,
      `/meetings/${nowhere}/board-book`,
      `/meetings/addtocalendar/${meeting.id}/paper`,
      `/meetings/addtocalendar/no-id/ical`,
      `/meetings/subscribetocalendar/${meeting.id}/paper`,
      `/meetings/genericsubscribetocalendar/paper`,
      `/addtocalendar/${uid}/paper`,
      `/addtocalendar/m-b${'q'.repeat(52)}/ical`,
      `/feed/${'q'.repeat(52)}.ics`,
      `/meeting/${uid}/document/${nowhere}`,
      `/meeting/${uid}/document/no-id`,
      `/announcement/${uid}/document/${document.id}`,
      `/meeting/${'q'.repeat(52)}/document/${document.id}`,
      `/ajax/password/reset/${'q'.repeat(43)}`,
      '/pictures/none',
      '/conversions/none',
      '/ajax/nothing',
      '/assets/nothing.js',
      '/nothing',
    ];
  };

  test.runIf(isBuilt)('a wrong address shows the not-found page with status 404', async () => {
    const cookie = await cookieOf('member');
    for (const address of wrong()) {
      for (const headers of navigations) {
        const answer = await open(address, { ...cookie, ...headers });
        expect.soft([answer.status, answer.type], address).toEqual([404, 'text/html']);
        expect.soft(answer.payload, address).toContain('id="start"');
        expect.soft(answer.headers['cache-control'], address).toBe('no-store');
      }
      const called = await open(address, { ...cookie, ...calls[0] });
      if (!address.startsWith('/nothing')) expect.soft(called.status, address).toBe(404);
    }
  });

  test.runIf(isBuilt)(
    'an invalid magic link shows the not-found page to visitors without a session, and reveals no names',
    async () => {
      for (const address of wrong().filter((each) => /^\/(meeting|announcement|addtocalendar|feed)\//.test(each))) {
        const answer = await open(address, navigations[0] as Headers);
        expect.soft([answer.status, answer.type], address).toEqual([404, 'text/html']);
        expect.soft(answer.payload, address).not.toContain(world.home.canary);
      }
    },
  );

  test('a forbidden address shows an access-denied page', async () => {
    const { home } = world;
    const address = `/ajax/reports/csv/attendance?board=${home.board.id}`;
    const answer = await open(address, { ...(await cookieOf('member')), ...navigations[0] });
    expect([answer.status, answer.type]).toEqual([403, 'text/html']);
    expect(answer.payload).toContain('Access Denied, check your persmissions');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
  });

  async function openFailing(failure: Error) {
    const storage = { ...server.context.storage, openForResponse: () => Promise.reject(failure) };
    const app = await createApp({ ...server.context, storage });
    const answer = await open(
      `/download/${world.home.document.id}`,
      { ...(await cookieOf('member')), ...navigations[0] },
      app,
    );
    await app.close();
    for (const header of ['content-disposition', 'content-range', 'accept-ranges', 'etag']) {
      expect.soft(answer.headers[header], header).toBeUndefined();
    }
    return answer;
  }

  test.each([
    ['a limit (429)', new AppError('too-many'), 429, 'Too many requests'],
    ['a failure (500)', new Error('the disk is on fire'), 500, 'Something went wrong'],
    ['an unreachable store (503)', Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), 503, 'wait a moment'],
  ])(
    'a download that fails with %s shows an error page without the file’s headers',
    async (_what, failure, status, words) => {
      const answer = await openFailing(failure);
      expect([answer.status, answer.type]).toEqual([status, 'text/html']);
      expect(answer.payload).toContain(words);
      expect(answer.payload).not.toContain('fire');
      if (status === 500) expect(answer.payload).toMatch(/Reference: \S+/);
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.payload));
    },
  );

  test.each([
    ['not-found', 404],
    ['session-expired', 302],
    ['password-unconfirmed', 302],
  ] as const)(
    'a download that fails with “%s” has the security policy of a page and no headers of the file',
    async (code, status) => {
      const answer = await openFailing(new AppError(code));
      expect(answer.status).toBe(status);
      expect(answer.headers['content-security-policy']).not.toContain('sandbox');
    },
  );
});

describe('a member who cannot enter the board', () => {
  const withProvider = async () => {
    const id = await makeProvider(server.context, { issuer: 'https://id.example' });
    return `provider_id = '${id}', provider_required = true`;
  };
  const ways = {
    'the set-up of a required second factor': {
      shut: async () => 'two_factor_required = true',
      opened: 'two_factor_required = false',
      to: (from: string) => `/user/two-factor?next=${encodeURIComponent(from)}`,
    },
    'the sign-in by a required provider': {
      shut: withProvider,
      opened: 'provider_id = null, provider_required = false',
      to: (from: string) => `/user/board-sign-in?next=${encodeURIComponent(from)}`,
    },
    'the page of a suspended board': {
      shut: async () => 'suspended_at = now()',
      opened: 'suspended_at = null',
      to: () => '/suspended',
    },
  };
  const known = Object.entries(ways).filter(([to]) => isBuilt || !to.includes('suspended'));

  test.each(known)('is redirected to %s', async (_what, { shut, opened, to }) => {
    const { board, document, meeting } = world.home;
    const cookie = await cookieOf('member');
    const set = (fields: string) => server.sql(`update boards set ${fields} where id = $1`, [board.id]);
    await set(await shut());
    try {
      for (const address of [
        `/document/${document.id}`,
        `/download/${document.id}`,
        `/meetings/addtocalendar/${meeting.id}/ical`,
        `/meetings/${meeting.id}/board-book`,
      ]) {
        const { status, location } = await open(address, { ...cookie, ...navigations[0] });
        expect.soft([status, location]).toEqual([302, to(address)]);
      }
    } finally {
      await set(opened);
    }
  });
});
