import { beforeAll, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { fillTables } from '#tests/support/many-rows.ts';
import { testApp } from '#tests/support/test-app.ts';
import { actorOf } from './actors.ts';
import { servedWorld } from './served-world.ts';

const itemsMax = 500;
const rows = 600;

const whole: Readonly<Record<string, string>> = {
  'people.list': 'the people of one board, 2,000 at most',
  'interests.list': 'the people of one board, 2,000 at most, with 100 interests each',
  'audience.choices': 'the people of one board, 2,000 at most',
  'groups.get': 'the people of one board, 2,000 at most',
  'deciding.get': 'the bodies of one board and its people, 2,000 at most',
  'reports.choices': 'the people of one board and who was invited, 4,000 at most',
  'reports.documentReaders': 'the people of one board, as an audience has them',
  'meetings.publishAudience': 'the people of one board, as an audience has them',
  'announcements.readers': 'the people of one board, as an audience has them',
  'magic.announcements.list': 'the people of one board, 2,000 at most',
  'invitations.list': 'who was invited to one board, 4,000 at most',
  'invitations.taken': 'addresses in use on one board, 10,000 at most',
  'profile.fields': 'the fields of one board, 1,000 at most',
  'profile.get': 'the fields of one board, 1,000 at most',
  'actionItems.owners': 'the people of one board, 2,000 at most',
  'meetings.get': 'what stands in one meeting: 500 items, 1,000 papers, 200 guests, 50 polls, 2,000 people',
  'meetings.changes': 'what changed in one meeting, of what stands in it',
  'room.get': 'who is invited to one meeting, 2,000 at most, and when they came and went, 5,000 at most',
  'resolutions.get': 'who votes in one body, 2,000 at most',
  'motions.ofMeeting':
    'the motions of one meeting, 20 an item of 500 at most, each voted on by the people of one board',
  'minutes.get': 'what stands in the minutes of one meeting: 1,000 sections, 500 comments, 2,000 people',
  'magic.getMeeting': 'what stands in one meeting',
  'announcements.get': '1,000 papers and 50 polls of one announcement',
  'magic.getAnnouncement': '1,000 papers and 50 polls of one announcement',
  'signatures.list': '50 requests, and the people of one board, 2,000 at most',
  'library.open': 'folders of one place, 2,000 at most; papers come in pages',
  'library.tree': 'the folders of one board, 10,000 at most',
};

const server = testApp();
const served = servedWorld(server);
let filled: readonly string[];
beforeAll(async () => {
  const { id: boardId } = served.world.home.board;
  filled = await server.asSuperuser((client) => fillTables(client, { boardId, rows }));
}, 120_000);

test('every list is limited to 500 items, apart from the listed exceptions', { timeout: 300_000 }, async () => {
  expect(filled).toEqual(expect.arrayContaining(['meetings', 'documents', 'announcements', 'members']));
  const endless: Record<string, number> = {};
  for (const { endpoint } of routes.filter((route) => route.endpoint.method === 'GET' && route.endpoint.answer)) {
    const actor = actorOf(endpoint.access === 'site-admin' ? 'site admin' : 'board admin', served.world);
    const answer = await served.askOwn(endpoint, actor);
    expect(answer.status, endpoint.name).toBeLessThan(500);
    if (answer.status >= 300 || endpoint.reply === 'stream') continue;
    const length = longestList(JSON.parse(answer.text));
    if (length > itemsMax) endless[endpoint.name] = length;
  }
  expect(Object.keys(endless).toSorted()).toEqual(Object.keys(whole).toSorted());
});

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).map(longestList);
  return Math.max(0, Array.isArray(value) ? value.length : 0, ...below);
}
