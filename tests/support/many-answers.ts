import type { Acceptance, RsvpLetter } from '#domain/rsvp.ts';
import type { Context } from '#server/context.ts';
import type { TestClient } from './client.ts';
import { inBoard, type MadeMeeting, makeBoard, makeInvitee, makeMeeting, makeMember } from './factories.ts';

/** Many invitees of one meeting, each answering by the own magic link, some of them more than once. */
const letters: readonly RsvpLetter[] = ['p', 'r', 'n'];
const acceptances: readonly Acceptance[] = ['accepted-in-person', 'accepted-remote', 'declined'];

export interface ManyAnswers {
  readonly meeting: MadeMeeting;
  readonly uids: readonly string[];
  /** How many invitees end on each answer. */
  readonly expected: Readonly<Partial<Record<Acceptance, number>>>;
}

export async function inviteMany(context: Context, count: number): Promise<ManyAnswers> {
  const board = await makeBoard(context);
  const meeting = await makeMeeting(context, { board });
  const uids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const member = await makeMember(context, { board });
    uids.push((await makeInvitee(context, { meeting, member })).uid);
  }
  const of = (which: number) => uids.filter((_, nth) => nth % letters.length === which).length;
  return { meeting, uids, expected: Object.fromEntries(acceptances.map((each, which) => [each, of(which)])) };
}

/** Sends every answer from so many clients at once, each sending one after the other. Answers the milliseconds that it took. */
export async function answerAll(
  many: ManyAnswers,
  clients: readonly Pick<TestClient, 'post'>[],
): Promise<{ readonly milliseconds: number; readonly refused: readonly string[] }> {
  const waiting = many.uids.map((uid, nth) => `/attendance/${uid}/${letters[nth % letters.length]}`);
  const refused: string[] = [];
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const { status, text } = await client.post(path);
        if (status !== 200 || !text.includes('success')) refused.push(`${path}: ${status} ${text}`);
      }
    }),
  );
  return { milliseconds: performance.now() - began, refused };
}

/** How many invitees have each answer in the database. */
export async function countStored(context: Context, { boardId, id }: MadeMeeting): Promise<Record<string, number>> {
  const rows = await inBoard(context, boardId, (tx) =>
    tx
      .selectFrom('invitees')
      .select((eb) => ['acceptance', eb.fn.countAll<number>().as('count')])
      .where('meeting_id', '=', id)
      .groupBy('acceptance')
      .execute(),
  );
  return Object.fromEntries(rows.map((row) => [row.acceptance, row.count]));
}
