import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeBoard } from '#domain/audience.ts';
import { databaseKeys, databaseName } from '#server/integrations/postgres/database-roles.ts';
import { superuserName } from '#server/integrations/postgres/initialise-cluster.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import type { RunningServer } from './running-server.ts';
import { withClient } from './with-client.ts';

export const boardTitle = 'Harbour Street Housing Trust';
export const titled = (page: string, board = boardTitle): string => `${page} | ${board} | Dais`;
const dayMs = 86_400_000;
const mailMsMax = 30_000;

export interface Signed {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly client: HttpClient;
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

export interface Paper {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface MadeMeeting {
  readonly id: string;
  readonly itemIds: readonly string[];
}

interface MeetingGiven {
  readonly title: string;
  readonly type: 'hybrid' | 'in-person' | 'remote';
  /** The number of days from now, which may be negative. */
  readonly inDays: number;
  readonly location: string;
  readonly joinUrl: string;
  readonly items: readonly string[];
}

export async function openInstallation(server: RunningServer) {
  const admin = await setUp(server);
  const { client } = admin;
  /** Throws if the call fails. */
  const call = (method: string, path: string, body?: object, by: Pick<Signed, 'client'> = admin) =>
    succeed(by.client.call(method, path, body));
  /** Runs SQL as the database's superuser, for data that no call can write. */
  const sql = (text: string, values: readonly unknown[] = []) => runAsSuperuser(server.dataDir, text, values);
  const mailAbout = async (title: string, to?: string) =>
    server.mailbox?.waitFor(
      ({ recipients, email }) =>
        email.subject?.includes(title) === true && (to === undefined || recipients.includes(to)),
      mailMsMax,
    );
  /** Returns the link in the mail, `http://…/inv/{uuid}`. */
  const invite = async (first_name: string, last_name: string, by = admin) => {
    const email = addressOf(first_name, last_name);
    const before = new Set(server.mailbox?.messages());
    await call('POST', '/ajax/people', { first_name, last_name, email }, by);
    // Other mail to the same person may also arrive.
    const isInvitation = (text: string | undefined): boolean => text?.includes('/inv/') === true;
    const mail = await server.mailbox?.waitFor(
      (received) => !before.has(received) && received.recipients.includes(email) && isInvitation(received.email.text),
      mailMsMax,
    );
    return found(/http:\/\/\S+\/inv\/[\w-]+/, mail?.email.text);
  };
  const redeem = async (link: string, email: string, password: string) => {
    const joined = httpClient(server.url);
    await joined.call('GET', '/ajax/start');
    const account = { email, mode: 'createAccount', password, password_confirmation: password };
    const invitation_id = link.split('/').at(-1);
    await call('POST', '/ajax/confirmAccount', { invitation_id, ...account }, { client: joined });
    return joined;
  };
  const draft = async (given: Partial<MeetingGiven> = {}): Promise<MadeMeeting> => {
    const { inDays = 5, items = ['Welcome', 'Finance report'], joinUrl, ...rest } = given;
    const join_url = joinUrl ?? 'https://meet.harbour-trust.org/board';
    const start = startIn(inDays);
    const body = {
      title: 'Board Meeting',
      type: 'hybrid',
      location: 'Harbour Street Resource Centre',
      ...rest,
      start: new Date(start).toISOString(),
      end: new Date(start + 7_200_000).toISOString(),
      join_url,
      description: 'Papers are attached to the items.',
      agenda_items: items.map((title) => ({ title, presenter: 'Thomas McKenna', minutes: 15 })),
    };
    const { meeting } = await call('POST', '/ajax/meetings', body);
    return { id: meeting.id, itemIds: meeting.agenda_items.map((item: { id: string }) => item.id) };
  };
  return {
    server,
    admin,
    invite,
    redeem,
    async join(first_name: string, last_name: string): Promise<Signed> {
      const link = await invite(first_name, last_name);
      const email = addressOf(first_name, last_name);
      const password = `${first_name} and nine lamps`;
      return { first_name, last_name, email, password, client: await redeem(link, email, password) };
    },
    draft,
    async meeting(given?: Partial<MeetingGiven>) {
      const made = await draft(given);
      await call('POST', `/ajax/meetings/${made.id}/publish`, {});
      return made;
    },
    async announcement(title: string): Promise<{ readonly id: string }> {
      const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bring shoes.' }] }] };
      const { announcement } = await call('POST', '/ajax/announcements', { title, body, audience: wholeBoard });
      await call('POST', `/ajax/announcements/${announcement.id}/publish`, { publish_on: null });
      return announcement;
    },
    /** Makes a category of the library for the whole board, and returns its id. */
    category: async (name: string): Promise<string> =>
      (await call('POST', '/ajax/library/categories', { name, description: '', audience: wholeBoard })).id,
    /** `item` is the index of an agenda item, and is ignored for a category. Returns the document's id. */
    async paper(to: Place, file: Paper, item = 0): Promise<string> {
      const upload_id = await upload(client, file);
      const { document } = await call('POST', '/ajax/documents', { upload_id, home: placeOf(to, item) });
      return document.id;
    },
    async replace(documentId: string, file: Paper) {
      const upload_id = await upload(client, file);
      await call('POST', `/ajax/documents/${documentId}/versions`, { upload_id });
    },
    upload: (file: Paper) => upload(client, file),
    /** Returns the marks of a person on a document as XFDF. */
    marksOn: async (documentId: string, by = admin): Promise<string> =>
      (await call('GET', `/ajax/documents/${documentId}`, undefined, by)).annotations.xfdf ?? '',
    mailAbout,
    /** Returns the uid (`m-b…` or `a…`) of the magic link in a person's mail about a meeting or an announcement. */
    async magicUid(to: string, title: string) {
      const mail = await mailAbout(title, to);
      return found(/m-b[a-z2-7]+|t-[a-z2-7]{52}|(?<=\/announcement\/)a[a-z2-7]+/, mail?.email.text);
    },
    call,
    async mailed(to: string, pattern: RegExp) {
      const mail = await server.mailbox?.waitFor(
        ({ recipients, email }) => recipients.includes(to) && pattern.test(email.text ?? ''),
        mailMsMax,
      );
      return found(pattern, mail?.email.text);
    },
    async memberId({ email }: Pick<Signed, 'email'>) {
      const [row] = await sql('select m.id from members m join users u on u.id = m.user_id where u.email = $1', [
        email,
      ]);
      return String(row?.id);
    },
    async board(title: string, shortname: string) {
      const [made] = await sql('insert into boards (title, shortname, time_zone) values ($1, $2, $3) returning id', [
        title,
        shortname,
        'America/Halifax',
      ]);
      await sql(
        `insert into members (board_id, user_id, is_board_admin, status, slug)
         select $1, id, true, 'active', 'elena' from users where email = $2`,
        [made?.id, admin.email],
      );
      return String(made?.id);
    },
    async signInAgain(who: Signed): Promise<Signed> {
      const again = httpClient(server.url);
      await again.call('GET', '/ajax/start');
      const { status } = await again.call('POST', '/login', { email: who.email, password: who.password });
      if (status !== 200) throw new Error(`Signing in answered ${status}`);
      return { ...who, client: again };
    },
    sql,
  };
}

async function setUp(server: RunningServer): Promise<Signed> {
  const client = httpClient(server.url);
  await client.call('GET', '/ajax/start');
  const person = { first_name: 'Elena', last_name: 'Kowalczyk', email: addressOf('Elena', 'Kowalczyk') };
  const password = 'correct horse battery';
  await succeed(
    client.call('POST', '/ajax/setup', {
      ...person,
      token: new URL(server.setupUrl ?? '').searchParams.get('token'),
      shortname: 'harbour',
      password,
      password_confirmation: password,
      board_title: boardTitle,
      time_zone: 'America/Halifax',
    }),
  );
  return { ...person, password, client };
}

/** Uses 14:00 UTC on distant days, so that tests do not depend on the current hour. */
function startIn(days: number): number {
  const then = Date.now() + days * dayMs;
  return Math.abs(days) < 2 ? then : new Date(then).setUTCHours(14, 0, 0, 0);
}

type Place = MadeMeeting | { readonly meeting: string } | { readonly category: string };

function placeOf(to: Place, item: number) {
  if ('meeting' in to) return { kind: 'meeting', id: to.meeting };
  return 'category' in to ? { kind: 'category', id: to.category } : { kind: 'agenda-item', id: to.itemIds[item] };
}

async function upload(client: HttpClient, { name, bytes }: Paper): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' };
  const announced = await client.raw('POST', '/ajax/uploads', {
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = announced.headers.get('location') ?? '';
  const type = 'application/offset+octet-stream';
  const headers = { ...tus, 'upload-offset': '0', 'content-type': type };
  const received = await client.raw('PATCH', location, { body: bytes, headers });
  if (received.status !== 204) throw new Error(`${name} was not received: ${received.status}`);
  return location.split('/').at(-1) ?? '';
}

// biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked elsewhere.
async function succeed(called: ReturnType<HttpClient['call']>): Promise<any> {
  const { status, json } = await called;
  if (status !== 200 || json?.status !== 'success') throw new Error(`${status}: ${JSON.stringify(json)}`);
  return json.data;
}

async function runAsSuperuser(dataDir: string, text: string, values: readonly unknown[]) {
  return withClient(
    await superuserUrlOfFolder(dataDir),
    async (client) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
  );
}

export async function superuserUrlOfFolder(dataDir: string): Promise<string> {
  const { superuser } = await databaseKeys(dataDir);
  // The fourth line of the file is the port (PostgreSQL, pidfile.h).
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://${superuserName}:${encodeURIComponent(superuser)}@127.0.0.1:${port}/${databaseName}`;
}

const addressOf = (first: string, last: string): string => `${first}.${last}@harbour.example`.toLowerCase();

function found(pattern: RegExp, text: string | undefined): string {
  const [match] = pattern.exec(text ?? '') ?? [];
  if (match === undefined) throw new Error(`The mail holds no ${pattern}: ${text}`);
  return match;
}
