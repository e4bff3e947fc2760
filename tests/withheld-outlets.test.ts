import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionItemJobs } from '#server/features/deciding/action-items/jobs.ts';
import { sessionHeaders, type TestClient } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { makeMarkedWorld, markedWords } from '#tests/support/marked-item.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { World } from '#tests/support/world.ts';

/**
 * Members from whom an item is withheld find none of its marked words anywhere, while members who see the item find all
 * of them.
 */
const server = testApp();
const words = Object.values(markedWords);
const run = promisify(execFile);
const clean = (text: string): void => {
  for (const word of words) expect(text, word).not.toContain(word);
};

describe('a withheld item', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeMarkedWorld(server);
  });

  async function everything(member: MadeMember): Promise<string> {
    const { meeting, document, action } = world.home;
    const client = await server.signIn(member);
    const ofMeeting = ['', '/changes', '/room', '/motions', '/action-items', '/minutes'];
    const csv = ['documents', 'attendance', 'votes'].map((report) => `csv/${report}?board=${world.home.board.id}`);
    const reports = ['documents', 'attendance', 'answers', 'people', 'votes', ...csv];
    const paths = [
      '/home',
      '/dashboard',
      '/ajax/dashboard',
      '/ajax/start',
      '/ajax/meetings',
      '/ajax/waiting',
      '/ajax/audit',
      '/ajax/action-items',
      '/ajax/action-items/csv',
      '/ajax/resolutions?year=2026',
      '/ajax/documents/annotated',
      ...ofMeeting.map((part) => `/ajax/meetings/${meeting.id}${part}`),
      ...reports.map((report) => `/ajax/reports/${report}`),
      `/ajax/documents/${document.id}`,
      `/ajax/documents/${document.id}/versions`,
      `/ajax/documents/deleted/meeting/${meeting.id}`,
      `/document/${document.id}`,
      `/download/${document.id}`,
      `/ajax/action-items/${action.id}`,
      `/meetings/${meeting.id}`,
      `/meetings/addtocalendar/${meeting.id}/ical`,
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

  test('does not appear in any page, search, file or export for the affected members', async () => {
    const { home } = world;
    for (const member of [home.member, home.admin, home.otherGroupAdmin]) clean(await everything(member));
    const seen = await seeingAdmin();
    const found = await everything(seen);
    for (const word of words) expect(found, word).toContain(word);
  }, 120_000);

  async function seeingAdmin(): Promise<MadeMember> {
    const { home } = world;
    await server.sql('update members set is_board_admin = true where id = $1', [home.groupAdmin.id]);
    return home.groupAdmin;
  }

  test('is reduced to a single line in the affected members’ board book, but complete for others', async () => {
    const { home } = world;
    const textOf = async (member: MadeMember, query = '?annotations=0'): Promise<string> => {
      const client = await server.signIn(member);
      const body = { with_annotations: query === '?annotations=1' };
      expect((await client.post(`/ajax/meetings/${home.meeting.id}/board-book`, body)).status).toBe(200);
      await server.context.runJobs();
      return fileText(member, `/meetings/${home.meeting.id}/board-book${query}`);
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

  test('is reduced to a single line in the affected members’ agenda PDF', async () => {
    const { home } = world;
    const textOf = (member: MadeMember) => fileText(member, `/meetings/${home.meeting.id}/agenda/file`);
    expect(await textOf(home.groupAdmin)).toContain(markedWords.title);
    for (const member of [home.member, home.admin]) {
      const own = await textOf(member);
      clean(own);
      expect(own).toContain('Withheld item');
    }
  });

  test('appears without its title and number in the affected members’ register of resolutions', async () => {
    const { home } = world;
    const path = `/resolutions/register/pdf?board=${home.board.id}&year=2026`;
    const textOf = (member: MadeMember) => fileText(member, path);
    const whole = await textOf(await seeingAdmin());
    for (const word of [markedWords.title, markedWords.vote, '2026-001']) expect(whole).toContain(word);
    for (const member of [home.member, home.admin]) {
      const own = await textOf(member);
      clean(own);
      expect(own).toMatch(/Withheld item, .+, Carried/);
      expect(own).not.toContain('2026-001');
    }
  });

  test('is not mentioned to the affected members in mail about meeting changes', async () => {
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
    const { toWithheld, toOthers } = await mailsSince(before);
    expect(toWithheld.length).toBeGreaterThan(0);
    for (const mail of toWithheld) clean(mail);
    expect(toOthers.some((mail) => mail.includes(markedWords.title))).toBe(true);
  });

  test('is not mentioned in the affected members’ action item reminders', async () => {
    const { home } = world;
    const { board, meeting, item } = home;
    await server.sql('update bodies set chair_id = $2 where id = $1', [board.id, home.groupAdmin.id]);
    const dueOn = '2026-11-17';
    for (const owner of [home.member, home.groupAdmin]) {
      await server.make.actionItem({ boardId: board.id, owner, meetingId: meeting.id, dueOn });
      const { id } = await server.make.actionItem({
        boardId: board.id,
        owner,
        meetingId: meeting.id,
        dueOn,
        title: markedWords.action,
      });
      await server.sql('update action_items set agenda_item_id = $2 where id = $1', [id, item.id]);
    }
    await server.make.meeting({
      board,
      title: 'Next',
      startsAt: '2026-11-20T15:00:00Z',
      endsAt: '2026-11-20T16:00:00Z',
    });
    const before = server.context.sent.length;
    for (const instant of ['2026-11-17T13:00:00Z', '2026-11-19T13:00:00Z']) {
      server.context.clock.set(instant);
      for (const job of actionItemJobs(server.context).filter(({ schedule }) => schedule !== undefined)) {
        await job.handle({}, { attempt: 1, isLast: true });
      }
      await server.context.runJobs();
    }
    const { toWithheld, toOthers } = await mailsSince(before);
    for (const pattern of [/action items? due/, /overdue: Next/]) {
      expect(
        toWithheld.some((mail) => pattern.test(mail)),
        String(pattern),
      ).toBe(true);
      expect(
        toOthers.some((mail) => pattern.test(mail) && mail.includes(markedWords.action)),
        String(pattern),
      ).toBe(true);
    }
    for (const mail of toWithheld) clean(mail);
  });

  test('does not appear in responses or live events for an affected editor', async () => {
    const { home } = world;
    const { meeting, item, emptyItem } = home;
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const heard = await listenAs(home.admin, meeting.id);
    const [own, seeing] = [await server.signIn(home.admin), await server.signIn(await seeingAdmin())];
    const saves = async (client: TestClient, about: string): Promise<string> => {
      const answers = [
        await client.patch(`/ajax/meetings/${meeting.id}`, { location: `The hall of ${about}` }),
        await client.post(`/ajax/meetings/${meeting.id}/agenda-items`, { title: `Item of ${about}`, depth: 0 }),
        await client.post(`/ajax/agenda-items/${emptyItem.id}/motions`, { text: `That ${about} be heard.` }),
      ];
      for (const { status, text } of answers) expect(status, text).toBe(200);
      return answers.map(({ text }) => text).join('\n');
    };
    clean(await saves(own, 'one'));
    const seen = await saves(seeing, 'two');
    for (const word of [markedWords.title, markedWords.motion]) expect(seen).toContain(word);
    const more = { text: `That ${markedWords.motion} be built anew.` };
    expect((await seeing.post(`/ajax/agenda-items/${item.id}/motions`, more)).status).toBe(200);
    const lines = await heard.until((text) => text.includes('"noun":"meeting"') && text.includes('"noun":"room"'));
    clean(lines);
  });

  async function listenAs(member: MadeMember, meetingId: string) {
    const { port } = server.app.server.address() as AddressInfo;
    const ending = new AbortController();
    const { cookie } = sessionHeaders(server.context, await sessionOf(server.context, member));
    const answer = await fetch(`http://127.0.0.1:${port}/ajax/events?rooms=${meetingId}`, {
      headers: { cookie, 'x-board': member.boardId },
      signal: ending.signal,
    });
    expect(answer.status).toBe(200);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    return {
      async until(fits: (text: string) => boolean): Promise<string> {
        let text = '';
        while (!fits(text)) {
          const chunk = await reader?.read();
          if (!chunk || chunk.done) throw new Error(`The stream ended after: ${text}`);
          text += chunk.value;
        }
        ending.abort();
        return text;
      },
    };
  }

  async function mailsSince(before: number) {
    const { home } = world;
    const ids = [home.member, home.admin, home.otherGroupAdmin].map(({ id }) => id);
    const found = await server.sql<{ email: string }>('select email from members where id = any($1)', [ids]);
    const sent = server.context.sent.slice(before);
    const isWithheld = ({ to }: (typeof sent)[number]) => found.some(({ email }) => JSON.stringify(to).includes(email));
    return {
      toWithheld: sent.filter(isWithheld).map((mail) => JSON.stringify(mail)),
      toOthers: sent.filter((mail) => !isWithheld(mail)).map((mail) => JSON.stringify(mail)),
    };
  }

  test('remains withheld in copies of the meeting', async () => {
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

async function fileText(member: MadeMember, path: string): Promise<string> {
  const { status, bytes } = await (await server.signIn(member)).get(path);
  expect(status).toBe(200);
  const folder = await mkdtemp(join(tmpdir(), 'dais-book-'));
  const file = join(folder, 'book.pdf');
  await writeFile(file, bytes);
  const { stdout } = await run('pdftotext', ['-layout', file, '-']);
  await rm(folder, { recursive: true });
  return stdout;
}
