import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { makeMarkedWorld, markedWords } from '#tests/support/marked-item.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { World } from '#tests/support/world.ts';

/** What is withheld, by every way that a member reads: they find no marked word, whoever sees the item finds all of them. */
const server = testApp();
const words = Object.values(markedWords);
const run = promisify(execFile);
const clean = (text: string): void => {
  for (const word of words) expect(text, word).not.toContain(word);
};

describe('by every way of reading', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeMarkedWorld(server);
  });

  /** Pages, lists, searches, files and exports, as one text; whoever reads it. */
  async function everything(member: MadeMember): Promise<string> {
    const { meeting, document, action } = world.home;
    const client = await server.signIn(member);
    const paths = [
      ...['/ajax/start', '/ajax/dashboard', '/ajax/meetings', '/ajax/waiting', '/ajax/audit'],
      ...[`/ajax/meetings/${meeting.id}`, `/ajax/meetings/${meeting.id}/changes`, `/ajax/meetings/${meeting.id}/room`],
      ...[
        `/ajax/meetings/${meeting.id}/motions`,
        `/ajax/meetings/${meeting.id}/action-items`,
        `/ajax/meetings/${meeting.id}/minutes`,
        '/ajax/action-items',
      ],
      ...['/ajax/action-items/csv', '/ajax/resolutions?year=2026', `/ajax/documents/${document.id}`],
      ...[`/document/${document.id}`, `/download/${document.id}`, `/ajax/documents/deleted/meeting/${meeting.id}`],
      ...[`/ajax/documents/${document.id}/versions`, `/ajax/action-items/${action.id}`, '/dashboard', '/home'],
      ...[`/meetings/${meeting.id}`, `/meetings/addtocalendar/${meeting.id}/ical`],
      ...['documents', 'attendance', 'answers', 'people', 'votes'].map((report) => `/ajax/reports/${report}`),
      ...['documents', 'attendance', 'votes'].map(
        (report) => `/ajax/reports/csv/${report}?board=${world.home.board.id}`,
      ),
      '/ajax/documents/annotated',
    ];
    const texts: string[] = [];
    for (const path of paths) {
      const { status, text } = await client.get(path);
      texts.push(`${path}: ${status === 200 ? text : ''}`);
    }
    for (const word of words) {
      const { status, json } = await client.post('/search', { itemType: 'everything', searchString: word });
      expect(status).toBe(200);
      texts.push(`search: ${JSON.stringify(json.data)}`);
    }
    return texts.join('\n');
  }

  test('who is withheld finds none of the words, and who sees the item all of them', async () => {
    const { home } = world;
    for (const member of [home.member, home.admin, home.otherGroupAdmin]) clean(await everything(member));
    const seen = await seeingAdmin();
    const found = await everything(seen);
    for (const word of words) expect(found, word).toContain(word);
  });

  async function seeingAdmin(): Promise<MadeMember> {
    const { home } = world;
    await asSuperuser(server.context, (db) =>
      db.query('update members set is_board_admin = true where id = $1', [home.groupAdmin.id]),
    );
    return home.groupAdmin;
  }

  test('a book is one’s own, with its line in it; others’ holds all, and is not theirs to fetch', async () => {
    const { home } = world;
    const textOf = async (member: MadeMember, query = '?annotations=0'): Promise<string> => {
      const client = await server.signIn(member);
      const body = { with_annotations: query === '?annotations=1' };
      expect((await client.post(`/ajax/meetings/${home.meeting.id}/board-book`, body)).status).toBe(200);
      await server.context.runJobs();
      const answer = await client.get(`/meetings/${home.meeting.id}/board-book${query}`);
      expect(answer.status).toBe(200);
      return pdfText(answer.bytes);
    };
    const whole = await textOf(home.groupAdmin);
    for (const word of [markedWords.title, markedWords.text, markedWords.page, markedWords.subItem]) {
      expect(whole).toContain(word);
    }
    expect(whole).not.toContain('Your own copy');
    for (const member of [home.member, home.admin]) {
      for (const query of ['?annotations=0', '?annotations=1']) {
        const own = await textOf(member, query);
        clean(own);
        expect(own).toContain('Withheld item');
        expect(own).toContain('Your own copy');
      }
    }
    expect(await textOf(home.groupAdmin)).toContain(markedWords.title);
  }, 120_000);

  test('mail tells nothing of it: invitations, changes, reminders of what is due', async () => {
    const { home } = world;
    const editor = await server.signIn(await seeingAdmin());
    const { meeting, item } = home;
    const before = server.context.sent.length;
    const succeed = async (path: string, body: object) =>
      expect((await editor.post(path, body)).status, path).toBe(200);
    await succeed(`/ajax/meetings/${meeting.id}/cancel`, { note: '' });
    await succeed(`/ajax/meetings/${meeting.id}/restore`, {});
    const moved = { type: 'hybrid', start: '2026-12-03T12:00:00.000Z', end: '2026-12-03T14:00:00.000Z', note: '' };
    await succeed(`/ajax/meetings/${meeting.id}/reschedule`, moved);
    expect((await editor.patch(`/ajax/agenda-items/${item.id}`, { minutes: 35, revision: 1 })).status).toBe(200);
    await succeed(`/ajax/meetings/${meeting.id}/changes`, { note: '' });
    await server.context.runJobs();
    const addresses = await addressesOf([home.member, home.admin, home.otherGroupAdmin]);
    const sent = server.context.sent
      .slice(before)
      .map((mail) => ({ to: JSON.stringify(mail.to), all: JSON.stringify(mail) }));
    const toWithheld = sent.filter(({ to }) => addresses.some((address) => to.includes(address)));
    expect(toWithheld.length).toBeGreaterThan(0);
    for (const { all } of toWithheld) clean(all);
    const toOthers = sent.filter(({ to }) => !addresses.some((address) => to.includes(address)));
    expect(toOthers.some(({ all }) => all.includes(markedWords.title))).toBe(true);
  });

  async function addressesOf(members: readonly MadeMember[]): Promise<readonly string[]> {
    return asSuperuser(server.context, async (db) => {
      const { rows } = await db.query('select email from members where id = any($1)', [members.map(({ id }) => id)]);
      return rows.map(({ email }) => email as string);
    });
  }

  test('a copy of the meeting, made by somebody withheld or by anybody else, withholds it too', async () => {
    const { home } = world;
    const copies = [];
    for (const member of [home.admin, await seeingAdmin()]) {
      const client = await server.signIn(member);
      const made = await client.post(`/ajax/meetings/${home.meeting.id}/duplicate`, {});
      expect(made.status).toBe(200);
      copies.push({ id: made.json.data.meeting.id as string, text: made.text, client });
    }
    const [own, others] = copies;
    if (!own || !others) throw new Error('There are no copies.');
    clean(own.text);
    for (const { id } of [own, others]) {
      clean((await own.client.get(`/ajax/meetings/${id}`)).text);
      expect((await others.client.get(`/ajax/meetings/${id}`)).text).toContain(markedWords.title);
    }
  });
});

async function pdfText(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-book-'));
  const file = join(folder, 'book.pdf');
  await writeFile(file, bytes);
  const { stdout } = await run('pdftotext', ['-layout', file, '-']);
  await rm(folder, { recursive: true });
  return stdout;
}
