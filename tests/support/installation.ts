import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { databaseKeys, databaseName } from '#server/integrations/postgres/database-roles.ts';
import { superuserName } from '#server/integrations/postgres/initialise-cluster.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import type { ReceivedMail } from './mailbox.ts';
import type { RunningServer } from './running-server.ts';

export const boardTitle = 'Harbour Street Housing Trust';
const dayMs = 86_400_000;
const mailMsMax = 30_000;

export interface Signed {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly client: HttpClient;
}

export interface Installation {
  readonly server: RunningServer;
  readonly admin: Signed;
  /** Returns the link in the mail, `http://…/inv/{uuid}`. */
  invite(first_name: string, last_name: string, by?: Signed): Promise<string>;
  join(first_name: string, last_name: string): Promise<Signed>;
  redeem(link: string, email: string, password: string): Promise<HttpClient>;
  draft(given?: Partial<MeetingGiven>): Promise<MadeMeeting>;
  meeting(given?: Partial<MeetingGiven>): Promise<MadeMeeting>;
  /** `item` is the index of an agenda item, and is ignored for a category. Returns the document's id. */
  paper(
    to: MadeMeeting | { readonly meeting: string } | { readonly category: string },
    file: Paper,
    item?: number,
  ): Promise<string>;
  upload(file: Paper): Promise<string>;
  mailAbout(title: string, to?: string): Promise<ReceivedMail | undefined>;
  replace(documentId: string, file: Paper): Promise<void>;
  /** Returns the uid (`m-b…` or `a…`) of the magic link in a person's mail about a meeting or an announcement. */
  magicUid(to: string, title: string): Promise<string>;
  /** Throws if the call fails. */
  // biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked elsewhere.
  call(method: string, path: string, body?: object, by?: Signed): Promise<any>;
  mailed(to: string, pattern: RegExp): Promise<string>;
  memberId(who: Pick<Signed, 'email'>): Promise<string>;
  board(title: string, shortname: string): Promise<string>;
  signInAgain(who: Signed): Promise<Signed>;
  /** Runs SQL as the database's superuser, for data that no call can write. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

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

export async function openInstallation(server: RunningServer): Promise<Installation> {
  const admin = await setUp(server);
  const { client } = admin;
  const sql: Installation['sql'] = (text, values = []) => runAsSuperuser(server.dataDir, text, values);
  const mailAbout: Installation['mailAbout'] = async (title, to) =>
    server.mailbox?.waitFor(
      ({ recipients, email }) =>
        email.subject?.includes(title) === true && (to === undefined || recipients.includes(to)),
      mailMsMax,
    );
  const invite: Installation['invite'] = async (first_name, last_name, by = admin) => {
    const email = addressOf(first_name, last_name);
    const before = new Set(server.mailbox?.messages());
    await succeed(by.client.call('POST', '/ajax/people', { first_name, last_name, email }));
    // Other mail to the same person may also arrive.
    const isInvitation = (text: string | undefined): boolean => text?.includes('/inv/') === true;
    const mail = await server.mailbox?.waitFor(
      (received) => !before.has(received) && received.recipients.includes(email) && isInvitation(received.email.text),
      mailMsMax,
    );
    return found(/http:\/\/\S+\/inv\/[\w-]+/, mail?.email.text);
  };
  const redeem: Installation['redeem'] = async (link, email, password) => {
    const joined = httpClient(server.url);
    await joined.call('GET', '/ajax/start');
    const account = { email, mode: 'createAccount', password, password_confirmation: password };
    await succeed(joined.call('POST', '/ajax/confirmAccount', { invitation_id: link.split('/').at(-1), ...account }));
    return joined;
  };
  const draft: Installation['draft'] = async (given = {}) => {
    const { inDays = 5, items = ['Welcome', 'Finance report'], joinUrl, ...rest } = given;
    const join_url = joinUrl ?? 'https://meet.harbour-trust.org/board';
    const start = startIn(inDays);
    const body = {
      ...{ title: 'Board Meeting', type: 'hybrid', location: 'Harbour Street Resource Centre', ...rest },
      ...{ start: new Date(start).toISOString(), end: new Date(start + 7_200_000).toISOString() },
      ...{ join_url, description: 'Papers are attached to the items.' },
      agenda_items: items.map((title) => ({ title, presenter: 'Thomas McKenna', minutes: 15 })),
    };
    const { meeting } = await succeed(client.call('POST', '/ajax/meetings', body));
    return { id: meeting.id, itemIds: meeting.agenda_items.map((item: { id: string }) => item.id) };
  };
  return {
    server,
    admin,
    invite,
    redeem,
    async join(first_name, last_name) {
      const link = await invite(first_name, last_name);
      const email = addressOf(first_name, last_name);
      const password = `${first_name} and nine lamps`;
      return { first_name, last_name, email, password, client: await redeem(link, email, password) };
    },
    draft,
    async meeting(given) {
      const made = await draft(given);
      await succeed(client.call('POST', `/ajax/meetings/${made.id}/publish`, {}));
      return made;
    },
    async paper(to, file, item = 0) {
      const place = placeOf(to, item);
      const upload_id = await upload(client, file);
      const { document } = await succeed(client.call('POST', '/ajax/documents', { upload_id, home: place }));
      return document.id;
    },
    async replace(documentId, file) {
      const upload_id = await upload(client, file);
      await succeed(client.call('POST', `/ajax/documents/${documentId}/versions`, { upload_id }));
    },
    upload: (file) => upload(client, file),
    mailAbout,
    async magicUid(to, title) {
      const mail = await mailAbout(title, to);
      return found(/m-b[a-z2-7]+|t-[a-z2-7]{52}|(?<=\/announcement\/)a[a-z2-7]+/, mail?.email.text);
    },
    call: (method, path, body, by = admin) => succeed(by.client.call(method, path, body)),
    async mailed(to, pattern) {
      const mail = await server.mailbox?.waitFor(
        ({ recipients, email }) => recipients.includes(to) && pattern.test(email.text ?? ''),
        mailMsMax,
      );
      return found(pattern, mail?.email.text);
    },
    async memberId({ email }) {
      const [row] = await sql('select m.id from members m join users u on u.id = m.user_id where u.email = $1', [
        email,
      ]);
      return String(row?.id);
    },
    async board(title, shortname) {
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
    async signInAgain(who) {
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
      ...{ token: new URL(server.setupUrl ?? '').searchParams.get('token'), shortname: 'harbour' },
      ...{ password, password_confirmation: password, board_title: boardTitle, time_zone: 'America/Halifax' },
    }),
  );
  return { ...person, password, client };
}

/** Uses 14:00 UTC on distant days, so that tests do not depend on the current hour. */
function startIn(days: number): number {
  const then = Date.now() + days * dayMs;
  return Math.abs(days) < 2 ? then : new Date(then).setUTCHours(14, 0, 0, 0);
}

function placeOf(to: Parameters<Installation['paper']>[0], item: number) {
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
  const client = new pg.Client({ connectionString: await superuserUrlOfFolder(dataDir) });
  // If PostgreSQL is killed, the statement fails, so the client's error event can be ignored.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
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
