import { expect, test } from 'vitest';
import { inBoard, makeBoard, makeInvitee, makeMeeting, makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

/** bench/answers.ts sets this to 1,300 and has the time printed. */
const { ANSWERS } = process.env;
const clients = 50;
const answers = [
  ['p', 'accepted-in-person'],
  ['r', 'accepted-remote'],
  ['n', 'declined'],
] as const;

test('many simultaneous answers to one meeting are all stored and counted', {
  timeout: 60_000,
}, async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const meeting = await makeMeeting(context, { board });
  const waiting: string[] = [];
  const expected: Record<string, number> = {};
  for (let nth = 0; nth < Number(ANSWERS ?? 120); nth += 1) {
    const [letter, acceptance] = answers[nth % answers.length] ?? answers[0];
    const { uid } = await makeInvitee(context, { meeting, member: await makeMember(context, { board }) });
    waiting.push(`/attendance/${uid}/${letter}`);
    expected[acceptance] = (expected[acceptance] ?? 0) + 1;
  }
  const refused: string[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = server.stranger();
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const { status, text } = await client.post(path);
        if (status !== 200 || !text.includes('success')) refused.push(`${path}: ${status} ${text}`);
      }
    }),
  );
  if (ANSWERS) console.log(`${ANSWERS} answers, ${clients} clients: ${Math.round(performance.now() - began)} ms`);
  expect(refused).toEqual([]);
  const rows = await inBoard(context, board.id, (tx) =>
    tx
      .selectFrom('invitees')
      .select((eb) => ['acceptance', eb.fn.countAll<number>().as('count')])
      .where('meeting_id', '=', meeting.id)
      .groupBy('acceptance')
      .execute(),
  );
  expect(Object.fromEntries(rows.map((row) => [row.acceptance, row.count]))).toEqual(expected);
});
