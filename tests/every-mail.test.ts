import { expect, test } from 'vitest';
import { notificationChoices } from '#domain/mail.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { queueMail, queueUserMail } from '#server/features/core/mail/commands.ts';
import { minutesMailKinds } from '#server/features/deciding/meeting-minutes/mail.ts';
import { motionMailKinds } from '#server/features/deciding/motions/mail.ts';
import { writtenMailKinds } from '#server/features/deciding/motions/written/mail.ts';
import { mailKinds, userMailKinds } from '#server/features/jobs.ts';
import type { MailMessage } from '#server/integrations/mail/message.ts';
import { makeActionItem } from './support/action-items.ts';
import { asSuperuser } from './support/as-superuser.ts';
import {
  inBoard,
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeInvitee,
  makeMeeting,
  makeMember,
} from './support/factories.ts';
import { drawMail } from './support/mail-pictures.ts';
import { makeMinutes } from './support/minutes.ts';
import { makeMotion } from './support/motions.ts';
import { makeDateSearch } from './support/polls.ts';
import { makeWritten } from './support/resolutions.ts';
import { testApp } from './support/test-app.ts';

/** Every message of the product, written from names and titles that somebody means ill with. */
const server = testApp();

const hostile = (word: string): string => `${word} "><script>alert(1)</script><img src=x onerror=alert(1)>\u202e`;

/** Has each kind of mail sent to one member; answers them by kind, in the order in which they went out. */
async function everyMail(nameOf: (word: string) => string): Promise<ReadonlyMap<string, MailMessage>> {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  const board = await makeBoard(context, { title: nameOf('Harbour Trust'), timeZone: 'America/Halifax' });
  const chair = await makeMember(context, { board, isBoardAdmin: true, firstName: 'Zoë', lastName: nameOf('Adler') });
  const ben = await makeMember(context, { board, firstName: nameOf('Ben'), lastName: 'Moser' });
  const admin = await server.signIn(chair);
  const succeed = async (path: string, body: unknown = {}): Promise<void> => {
    const answer = await admin.post(path, body);
    expect([path, answer.json.status]).toEqual([path, 'success']);
    await context.runJobs();
  };
  const texts = { board, title: nameOf('Budget'), location: nameOf('Hall'), description: nameOf('All about it.') };
  const meeting = await makeMeeting(context, { ...texts, state: 'draft', joinUrl: 'https://meet.example/board' });
  const item = await makeAgendaItem(context, {
    meeting,
    title: nameOf('Finance report'),
    presenter: nameOf('Treasurer'),
  });
  const at = `/ajax/meetings/${meeting.id}`;
  const letBenEdit = (is_board_admin: boolean) =>
    inBoard(context, board.id, (tx) =>
      tx.updateTable('members').set({ is_board_admin }).where('id', '=', ben.id).execute(),
    );
  await letBenEdit(true);
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, {
      kind: 'meeting-preview',
      memberId: ben.id,
      subjectId: meeting.id,
      sealed: { note: nameOf('Please read the budget first.') },
    }),
  );
  await context.runJobs();
  await letBenEdit(false);
  await succeed(`${at}/publish`, { note: nameOf('Please read the budget first.') });
  await succeed(`${at}/links/${ben.id}/renew`);
  await succeed(`${at}/remind`);
  await makeDocument(context, { item, title: `${nameOf('Report')}.pdf` });
  await admin.patch(at, { location: nameOf('Another hall') });
  await succeed(`${at}/changes`, { note: nameOf('Please read.') });
  await succeed(`${at}/reschedule`, { type: 'hybrid', start: '2026-12-01T14:00:00Z', end: '2026-12-01T16:00:00Z' });
  await succeed(`${at}/cancel`, { note: nameOf('No quorum.') });
  await succeed(`${at}/restore`);
  const search = await makeDateSearch(context, { ...texts, state: 'draft' });
  await succeed(`/ajax/meetings/${search.id}/publish`);
  await succeed(`/ajax/meetings/${search.id}/remind`);
  await succeed(`/ajax/meetings/${search.id}/dates/${search.optionIds[0]}/pick`);
  const letter = await makeAnnouncement(context, {
    board,
    title: nameOf('Site visit'),
    words: nameOf('Bring sturdy shoes.'),
    state: 'draft',
  });
  await makeDocument(context, { announcement: letter, title: `${nameOf('Map')}.pdf` });
  await succeed(`/ajax/announcements/${letter.id}/publish`, { publish_on: null });
  await succeed(`/ajax/announcements/${letter.id}/links/${ben.id}/renew`);
  await makeInvitee(context, { meeting: await makeMeeting(context, texts), member: ben });
  const action = await makeActionItem(context, {
    ...{ boardId: board.id, owner: ben, meetingId: meeting.id, title: nameOf('Ask three firms'), dueOn: '2026-11-10' },
  });
  const give = {
    title: nameOf('Ask three firms'),
    notes: nameOf('By letter.'),
    owner_id: ben.id,
    due_on: '2026-12-01',
  };
  await succeed('/ajax/action-items', { ...give, meeting_id: meeting.id });
  await succeed(`/ajax/action-items/${action.id}/link`, { to: 'renewed' });
  await withBoardJobScope(context, board.id, async (scope) => {
    const to = { memberId: ben.id };
    await queueMail(scope, context.secrets, { ...to, kind: 'action-items-due', subjectId: board.id });
    await queueMail(scope, context.secrets, { ...to, kind: 'action-items-overdue', subjectId: meeting.id });
  });
  await context.runJobs();
  expect((await admin.patch(`/ajax/action-items/${action.id}`, { revision: 1, state: 'dropped' })).status).toBe(200);
  await context.runJobs();
  await succeed('/ajax/people', {
    first_name: 'Pia',
    last_name: nameOf('Vogt').slice(0, 100),
    email: 'pia@example.org',
  });
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, { kind: 'welcome', memberId: ben.id, subjectId: ben.id }),
  );
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, { kind: 'interests-to-confirm', memberId: ben.id, subjectId: board.id }),
  );
  const declared = await inBoard(context, board.id, (tx) =>
    tx
      .insertInto('declarations')
      .values({
        ...{ board_id: board.id, meeting_id: meeting.id, agenda_item_id: item.id, member_id: ben.id },
        ...{ nature: nameOf('Director'), declared_at: context.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, { kind: 'declaration', memberId: ben.id, subjectId: declared.id }),
  );
  const motion = await makeMotion(context, { meeting: { ...meeting, boardId: board.id }, item, mover: ben });
  await withBoardJobScope(context, board.id, async (scope) => {
    const to = { memberId: ben.id, subjectId: motion.id };
    for (const { kind } of motionMailKinds) await queueMail(scope, context.secrets, { ...to, kind });
  });
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, { kind: 'sign-in-reset', memberId: ben.id, subjectId: chair.id }),
  );
  const written = await makeWritten(context, { boardId: board.id, by: ben, title: texts.title, state: 'circulating' });
  await withBoardJobScope(context, board.id, async (scope) => {
    const to = { memberId: ben.id, subjectId: written.id, sealed: { choice: 'for', at: scope.now.toISOString() } };
    for (const { kind } of writtenMailKinds) await queueMail(scope, context.secrets, { ...to, kind });
  });
  await context.runJobs();
  await asSuperuser(context, (client) =>
    client.query(`update written_resolutions set state = 'withdrawn', decided_at = now(), reason = $2 where id = $1`, [
      ...[written.id, nameOf('Reason')],
    ]),
  );
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, { kind: 'resolution-decided', memberId: ben.id, subjectId: written.id }),
  );
  await makeMinutes(context, { meeting: { ...meeting, boardId: board.id }, item, by: ben, text: texts.title });
  await asSuperuser(context, (client) =>
    client.query(
      `insert into minutes_addenda (board_id, meeting_id, number, text, added_by, at) values ($1, $2, 1, $3, $4, now())`,
      [...[board.id, meeting.id, nameOf('Addendum'), ben.id]],
    ),
  );
  await withBoardJobScope(context, board.id, async (scope) => {
    const to = { memberId: ben.id, subjectId: meeting.id };
    for (const { kind } of minutesMailKinds) await queueMail(scope, context.secrets, { ...to, kind });
  });
  await context.runJobs();
  await asSuperuser(context, (client) =>
    client.query(
      `alter table meeting_minutes disable trigger user;
       update meeting_minutes set state = 'approved', approved_at = now(), document = '{}', approved_written_id = '${written.id}' where meeting_id = '${meeting.id}';
       alter table meeting_minutes enable trigger user`,
    ),
  );
  await withBoardJobScope(context, board.id, (scope) =>
    queueMail(scope, context.secrets, { kind: 'minutes-approved', memberId: ben.id, subjectId: meeting.id }),
  );
  const stop = { stop: 'y'.repeat(43), event: 'begun', board: board.title };
  const sealed = {
    ...stop,
    token: 'x'.repeat(43),
    notice: 'password-changed',
    at: '2026-11-16T12:00:00Z',
    address: ben.email,
  };
  for (const { kind } of userMailKinds) {
    await context.db
      .transaction()
      .execute((tx) =>
        queueUserMail({ tx, now: context.clock.now() }, context.secrets, { kind, userId: ben.userId ?? '', sealed }),
      );
  }
  await context.runJobs();
  return asSuperuser(context, async (client) => {
    const { rows } = await client.query<{ id: string; kind: string }>(
      `select id, kind from mail_messages where board_id = $1 and (member_id = $2 or kind = 'invitation') or user_id = $3`,
      [board.id, ben.id, ben.userId],
    );
    const kindOf = new Map(rows.map(({ id, kind }) => [`<${id}@dais.example>`, kind]));
    return new Map(
      context.sent.flatMap((message) => {
        const kind = kindOf.get(message.messageId);
        return kind === undefined ? [] : [[kind, message] as const];
      }),
    );
  });
}

/** Tags and their attributes, without the words between them and the addresses in them. */
const markup = (html: string): readonly string[] =>
  (html.match(/<[^>]*>/g) ?? [])
    .map((tag) => tag.replace(/\s(href|aria-label)="[^"]*"/g, ''))
    .filter((tag) => tag !== '<br>');
const addresses = (html: string): readonly string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'));

test('every kind is written from hostile names and titles as from plain ones: same markup, one line of subject, two equal parts', async () => {
  const plain = await everyMail((word) => word);
  const attacked = await everyMail(hostile);
  const kinds = [...mailKinds, ...userMailKinds].map(({ kind }) => kind);
  expect([...plain.keys()].toSorted()).toEqual(kinds.toSorted());
  expect([...attacked.keys()].toSorted()).toEqual(kinds.toSorted());
  for (const [kind, message] of attacked) {
    const { html, text, subject } = message;
    expect.soft(markup(html), kind).toEqual(markup(plain.get(kind)?.html ?? ''));
    expect.soft(html, kind).not.toMatch(/<script|<img src=x/);
    expect.soft(`${html}${text}`, kind).not.toContain('\u202e');
    expect.soft(subject, kind).not.toMatch(/[\r\n]/);
    // The head of the message links the board's name, which the text's signature says too.
    for (const address of addresses(html))
      expect.soft(text, `${kind}: ${address}`).toContain(address.replace(/\/$/, ''));
  }
}, 120_000);

test('what is optional says how to stop it, what is required does not; what is about one meeting stands in one thread', async () => {
  const sent = await everyMail((word) => word);
  for (const { kind, choice } of mailKinds) {
    const headers = sent.get(kind)?.headers ?? {};
    expect.soft([kind, 'List-Unsubscribe' in headers]).toEqual([kind, choice !== 'required']);
  }
  const threads = [
    'meeting-published',
    'meeting-link',
    'meeting-reminder',
    'meeting-changed',
    'meeting-rescheduled',
    'meeting-cancelled',
  ].map((kind) => sent.get(kind)?.references?.join());
  expect(new Set(threads).size).toBe(1);
  expect(threads[0]).toMatch(/^<meeting-/);
}, 120_000);

test('every message fits a phone and a mail program, light, dark and without its styles; MAIL_PICTURES names a folder for pictures', async () => {
  const drawn = await drawMail(await everyMail((word) => word), process.env.MAIL_PICTURES);
  expect(drawn.filter(({ sideways }) => sideways > 0)).toEqual([]);
  expect(drawn).toHaveLength(6 * [...mailKinds, ...userMailKinds].length);
}, 120_000);

test('whatever can be switched off belongs to some mail', () => {
  const kept = notificationChoices.filter(({ choice }) => !mailKinds.some((kind) => kind.choice === choice));
  expect(kept).toEqual([]);
});
