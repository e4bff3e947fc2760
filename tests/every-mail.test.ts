import { chromium } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { notificationChoices } from '#domain/mail.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { queueMail, queueOutsiderMail, queueUserMail } from '#server/features/core/mail/commands.ts';
import { minutesMailKinds } from '#server/features/deciding/meeting-minutes/mail.ts';
import { motionMailKinds } from '#server/features/deciding/motions/mail.ts';
import { writtenMailKinds } from '#server/features/deciding/motions/written/mail.ts';
import { draftMailKinds } from '#server/features/homes/meetings/showing/mail.ts';
import { paperMailKinds } from '#server/features/homes/paper-requests/mail.ts';
import { mailKinds, userMailKinds } from '#server/features/jobs.ts';
import type { MailMessage } from '#server/integrations/mail/message.ts';
import { statementOf } from './support/as-superuser.ts';
import { findBrowser } from './support/find-browser.ts';
import { makeMinutes } from './support/minutes.ts';
import { makeMotion } from './support/motions.ts';
import { makeWritten } from './support/resolutions.ts';
import { makeSignatureRequest } from './support/signatures.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

const hostile = (word: string): string => `${word} "><script>alert(1)</script><img src=x onerror=alert(1)>\u202e`;

async function everyMail(nameOf: (word: string) => string): Promise<ReadonlyMap<string, MailMessage>> {
  const { context } = server;
  context.clock.set('2026-11-16T12:00:00Z');
  const board = await server.make.board({ title: nameOf('Harbour Trust'), timeZone: 'America/Halifax' });
  const chair = await server.make.member({ board, isBoardAdmin: true, firstName: 'Zoë', lastName: nameOf('Adler') });
  const ben = await server.make.member({ board, firstName: nameOf('Ben'), lastName: 'Moser' });
  const admin = await server.signIn(chair);
  const succeed = async (path: string, body: unknown = {}): Promise<void> => {
    const answer = await admin.post(path, body);
    expect([path, answer.json.status]).toEqual([path, 'success']);
    await context.runJobs();
  };
  const sql = (text: string, ...values: unknown[]) => server.asSuperuser((client) => client.query(text, values));
  const write = (...given: Parameters<ReturnType<typeof statementOf>>) =>
    server.asSuperuser((client) => statementOf(client)(...given));
  const queue = async (kinds: readonly string[], subjectId: string, sealed?: object): Promise<void> => {
    await withBoardJobScope(context, board.id, async (scope) => {
      const mail = { memberId: ben.id, subjectId, ...(sealed ? { sealed } : {}) };
      for (const kind of kinds)
        await queueMail(scope, context.secrets, { ...mail, kind } as Parameters<typeof queueMail>[2]);
    });
    await context.runJobs();
  };
  const kindsOf = (own: readonly { readonly kind: string }[]): readonly string[] => own.map(({ kind }) => kind);
  const note = nameOf('Please read the budget first.');
  const texts = { board, title: nameOf('Budget'), location: nameOf('Hall'), description: nameOf('All about it.') };
  const meeting = await server.make.meeting({ ...texts, state: 'draft', joinUrl: 'https://meet.example/board' });
  const words = { title: nameOf('Finance report'), presenter: nameOf('Treasurer') };
  const item = await server.make.agendaItem({ meeting, ...words });
  const at = `/ajax/meetings/${meeting.id}`;
  const letBenEdit = (edits: boolean) => sql('update members set is_board_admin = $2 where id = $1', ben.id, edits);
  await letBenEdit(true);
  await queue(['meeting-preview'], meeting.id, { note });
  await sql('update meetings set shown_to = array[$2::uuid] where id = $1', meeting.id, ben.id);
  await queue(kindsOf(draftMailKinds), meeting.id);
  await sql(`update meetings set shown_to = '{}' where id = $1`, meeting.id);
  await letBenEdit(false);
  await succeed(`${at}/publish`, { note });
  await succeed(`${at}/links/${ben.id}/renew`);
  await succeed(`${at}/remind`);
  await server.make.document({ item, title: `${nameOf('Report')}.pdf` });
  const asked = {
    agenda_item_id: item.id,
    title: nameOf('Report'),
    author: { member_id: ben.id },
    due_on: '2026-11-26',
  };
  await succeed(`${at}/paper-requests`, {
    papers: [
      { ...asked, note },
      { ...asked, note: '' },
    ],
  });
  const [paper, other] = (await admin.get(`${at}/paper-requests`)).json.data.requests;
  const act = (id: string, given: object) => succeed(`/ajax/paper-requests/${id}`, { act: given });
  await act(paper.id, { kind: 'remind' });
  await act(paper.id, { kind: 'renew-link' });
  await sql('update paper_requests set sent_back_at = now(), sent_back_reason = $2 where id = $1', paper.id, note);
  const authors = await sql('select id from paper_authors where board_id = $1', board.id);
  const sentBack = { kind: 'papers-sent-back', subjectId: authors.rows[0]?.id };
  await withBoardJobScope(context, board.id, (scope) => queueOutsiderMail(scope, sentBack));
  await act(other.id, { kind: 'cancel' });
  await admin.patch(at, { location: nameOf('Another hall') });
  await succeed(`${at}/changes`, { note });
  await succeed(`${at}/reschedule`, { type: 'hybrid', start: '2026-12-01T14:00:00Z', end: '2026-12-01T16:00:00Z' });
  await succeed(`${at}/cancel`, { note });
  await succeed(`${at}/restore`);
  const search = await server.make.dateSearch({ ...texts, state: 'draft' });
  await succeed(`/ajax/meetings/${search.id}/publish`);
  await succeed(`/ajax/meetings/${search.id}/remind`);
  await succeed(`/ajax/meetings/${search.id}/dates/${search.optionIds[0]}/pick`);
  const news = { title: nameOf('Site visit'), words: nameOf('Bring sturdy shoes.') };
  const letter = await server.make.announcement({ board, ...news, state: 'draft' });
  await server.make.document({ announcement: letter, title: `${nameOf('Map')}.pdf` });
  await succeed(`/ajax/announcements/${letter.id}/publish`, { publish_on: null });
  await succeed(`/ajax/announcements/${letter.id}/links/${ben.id}/renew`);
  await server.make.invitee({ meeting: await server.make.meeting(texts), member: ben });
  const title = nameOf('Ask three firms');
  const action = await server.make.actionItem({
    boardId: board.id,
    owner: ben,
    meetingId: meeting.id,
    title,
    dueOn: '2026-11-10',
  });
  const given = { title, notes: nameOf('By letter.'), owner_id: ben.id, due_on: '2026-12-01', meeting_id: meeting.id };
  await succeed('/ajax/action-items', given);
  await succeed(`/ajax/action-items/${action.id}/link`, { to: 'renewed' });
  await queue(['action-items-due'], board.id);
  await queue(['action-items-overdue'], meeting.id);
  await queue(['meeting-brief'], meeting.id);
  expect((await admin.patch(`/ajax/action-items/${action.id}`, { revision: 1, state: 'dropped' })).status).toBe(200);
  const pia = { first_name: 'Pia', last_name: nameOf('Vogt').slice(0, 100), email: 'pia@example.org' };
  await succeed('/ajax/people', pia);
  await queue(['welcome'], ben.id);
  await queue(['interests-to-confirm'], board.id);
  const declared = await write`
    insert into declarations (board_id, meeting_id, agenda_item_id, member_id, nature, declared_at)
    values (${board.id}, ${meeting.id}, ${item.id}, ${ben.id}, ${nameOf('Director')}, ${context.clock.now()}) returning id`;
  await queue(['declaration'], declared.rows[0]?.id);
  const motion = await makeMotion(context, { meeting: { ...meeting, boardId: board.id }, item, mover: ben });
  await queue(kindsOf(motionMailKinds), motion.id);
  await queue(['sign-in-reset'], chair.id);
  const written = await makeWritten(context, { boardId: board.id, by: ben, title: texts.title, state: 'circulating' });
  await queue(kindsOf(writtenMailKinds), written.id, { choice: 'for', at: context.clock.now().toISOString() });
  await write`update written_resolutions set state = 'withdrawn', decided_at = now(), reason = ${nameOf('Reason')}
    where id = ${written.id}`;
  await queue(['resolution-decided'], written.id);
  await makeMinutes(context, { meeting: { ...meeting, boardId: board.id }, item, by: ben, text: texts.title });
  await write`insert into minutes_addenda (board_id, meeting_id, number, text, added_by, at)
    values (${board.id}, ${meeting.id}, 1, ${nameOf('Addendum')}, ${ben.id}, now())`;
  await queue(kindsOf(minutesMailKinds), meeting.id);
  await sql(
    `alter table meeting_minutes disable trigger user;
     update meeting_minutes set state = 'approved', approved_at = now(), approved_written_id = '${written.id}' where meeting_id = '${meeting.id}';
     alter table meeting_minutes enable trigger user`,
  );
  await queue(['minutes-approved'], meeting.id);
  const announced = 'insert into note_destructions (board_id, meeting_id, destroys_at) values ($1, $2, $3)';
  await sql(announced, board.id, meeting.id, new Date(context.clock.now().getTime() + 14 * 86_400_000));
  await queue(['notes-notice'], meeting.id);
  const lease = await server.make.document({ meeting, title: 'Lease.pdf' });
  const toSign = { boardId: board.id, resolutionId: written.id, documentId: lease.id, title: nameOf('Lease') };
  const requested = await makeSignatureRequest(context, { ...toSign, by: ben, signers: [ben, chair] });
  await queue(['signature-requested', 'signature-reminder'], requested.id);
  await write`update signature_requests set closed_at = now(), reason = ${nameOf('Reason')}, state = 'declined'
    where id = ${requested.id}`;
  await queue(['signature-ended'], requested.id);
  const signed = await makeSignatureRequest(context, { ...toSign, by: chair, signers: [ben] });
  await write`update signature_requests set closed_at = now(), reason = '', state = 'complete', sealed_at = now(),
    seal_id = id::text, sealed_key = id::text, sealed_bytes = 1, sealed_sha256 = sha256(id::text::bytea)
    where id = ${signed.id}`;
  await queue(['signature-sealed'], signed.id);
  const sealed = {
    stop: 'y'.repeat(43),
    event: 'begun',
    board: board.title,
    token: 'x'.repeat(43),
    notice: 'password-changed',
    at: '2026-11-16T12:00:00Z',
    address: ben.email,
  };
  await context.db.transaction().execute(async (tx) => {
    const userId = ben.userId ?? '';
    for (const { kind } of userMailKinds) {
      await queueUserMail({ tx, now: context.clock.now() }, context.secrets, { kind, userId, sealed });
    }
  });
  await context.runJobs();
  const { rows } = await write`
    select id, kind from mail_messages
    where board_id = ${board.id} and (member_id = ${ben.id} or kind = 'invitation' or kind like 'papers-%') or user_id = ${ben.userId}`;
  const kindOf = new Map<string, string>(rows.map(({ id, kind }) => [`<${id}@dais.example>`, kind]));
  return new Map(
    context.sent.flatMap((message) => {
      const kind = kindOf.get(message.messageId);
      return kind === undefined ? [] : [[kind, message] as const];
    }),
  );
}

let plain: ReadonlyMap<string, MailMessage>;
beforeAll(async () => {
  plain = await everyMail((word) => word);
}, 60_000);
const kinds = [...mailKinds, ...paperMailKinds, ...userMailKinds].map(({ kind }) => kind);

const markup = (html: string): readonly string[] =>
  (html.match(/<[^>]*>/g) ?? [])
    .map((tag) => tag.replace(/\s(href|aria-label)="[^"]*"/g, ''))
    .filter((tag) => tag !== '<br>');
const addresses = (html: string): readonly string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'));

test('hostile names and titles do not change the markup of any mail or break its subject line', async () => {
  const attacked = await everyMail(hostile);
  expect([...plain.keys()].toSorted()).toEqual(kinds.toSorted());
  expect([...attacked.keys()].toSorted()).toEqual(kinds.toSorted());
  for (const [kind, { html, text, subject }] of attacked) {
    expect.soft(markup(html), kind).toEqual(markup(plain.get(kind)?.html ?? ''));
    expect.soft(html, kind).not.toMatch(/<script|<img src=x/);
    expect.soft(`${html}${text}`, kind).not.toContain('\u202e');
    expect.soft(subject, kind).not.toMatch(/[\r\n]/);
    for (const address of addresses(html)) {
      expect.soft(text, `${kind}: ${address}`).toContain(address.replace(/\/$/, ''));
    }
  }
}, 120_000);

test('only optional mail has an unsubscribe header, and mail about a meeting is threaded', () => {
  for (const { kind, choice } of mailKinds) {
    const headers = plain.get(kind)?.headers ?? {};
    expect.soft([kind, 'List-Unsubscribe' in headers]).toEqual([kind, choice !== 'required']);
  }
  const about = ['published', 'link', 'reminder', 'changed', 'rescheduled', 'cancelled'];
  const threads = new Set(about.map((kind) => plain.get(`meeting-${kind}`)?.thread));
  expect([...threads]).toEqual([expect.stringMatching(/^<meeting-/)]);
});

/** The widths in pixels of a phone and of a desktop mail program's reading pane. */
const widths = [390, 640] as const;

/** Some mail programs remove the styles in the head of a message. */
const readers = [
  { colorScheme: 'light', isStripped: false },
  { colorScheme: 'dark', isStripped: false },
  { colorScheme: 'light', isStripped: true },
] as const;

test('every mail fits the screen of a phone and of a desktop mail program', async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const { colorScheme, isStripped } of readers) {
        await page.emulateMedia({ colorScheme });
        for (const [kind, { html }] of plain) {
          await page.setContent(isStripped ? html.replace(/<style[^>]*>.*?<\/style>/gs, '') : html);
          const wide = await page.locator('html').evaluate((root) => root.scrollWidth);
          expect.soft(wide, `${kind}, ${colorScheme}`).toBeLessThanOrEqual(width);
        }
      }
    }
  } finally {
    await browser.close();
  }
}, 120_000);

test('every notification setting controls at least one kind of mail', () => {
  const unused = notificationChoices.filter(({ choice }) => !mailKinds.some((kind) => kind.choice === choice));
  expect(unused).toEqual([]);
});
