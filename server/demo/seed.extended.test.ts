import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectRows } from '#server/db/board-rows.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { draftsOf, meetingLists, meetingsOf } from '#server/features/homes/meetings/list/queries.ts';
import { selectDocuments } from '#server/features/papers/documents/queries.ts';
import { dashboardMeetings } from '#server/features/views/dashboard/queries.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { seedDemonstration } from './seed.ts';

let context: TestContext;
let secretaryId: string;

beforeAll(async () => {
  context = await createTestContext();
  ({ secretaryId } = await seedDemonstration(context));
}, 120_000);

afterAll(() => context.stop());

async function onBoard<T>(shortname: string, work: (scope: BoardScope) => Promise<T>): Promise<T> {
  const boards = await listUserBoards(context, { userId: secretaryId, sessionId: null });
  const boardId = boards.find(({ board }) => board.shortname === shortname)?.board.board_info.board_id ?? '';
  return withBoardScope(context, { boardId, userId: secretaryId }, work);
}

const readUpcoming = async ({ tx, now }: BoardScope) =>
  meetingsOf(await meetingLists.run(tx, { year: null }, now), 'upcoming');

const readTimeline = async ({ tx, now }: BoardScope) =>
  meetingsOf(await dashboardMeetings.run(tx, {}, now), 'timeline');

test('the demo has four upcoming meetings, thirteen past ones and one draft', async () => {
  await onBoard('harbour-street', async (scope) => {
    const upcoming = await readUpcoming(scope);
    expect(upcoming).toHaveLength(4);
    expect(upcoming[0]).toMatchObject({
      title: 'November Board Meeting',
      starts_at: new Date('2026-11-23T13:30:00Z'),
      // Eight items specific to this meeting and three standing items that every meeting has.
      agenda_item_count: 11,
      document_count: 11,
      acceptance: 'none',
    });
    const published = await readTimeline(scope);
    expect(published.filter((meeting) => meeting.starts_at < scope.now)).toHaveLength(13);
    expect(draftsOf(await meetingLists.run(scope.tx, { year: null }, scope.now))).toHaveLength(1);
    expect(new Set(upcoming.map((meeting) => meeting.title)).size).toBe(4);
  });
});

const officeExtensions = new Set(['docx', 'xlsx', 'pptx']);

test('demo PDFs can be opened, and demo office files are well-formed', async () => {
  const files = (await Promise.all(['harbour-street', 'saltmere'].map(filesOf))).flat();
  const papers: { readonly title: string; readonly pages: number }[] = [];
  for (const file of files) {
    if (file.extension === 'pdf') papers.push({ title: file.title, pages: await pagesOf(file.bytes) });
    else if (officeExtensions.has(file.extension)) expectOfficeFile(file.bytes);
    else if (file.extension === 'csv') expect(Buffer.from(file.bytes).toString('utf8')).toContain(',');
  }
  expect(new Set(files.map((file) => file.extension))).toEqual(new Set(['pdf', 'docx', 'xlsx', 'pptx', 'png', 'csv']));
  expect(papers).toContainEqual({ title: 'Finance report, Q2 2026–27', pages: 42 });
  expect(Math.min(...papers.map(({ pages }) => pages))).toBeGreaterThan(0);
});

test('the demo mailbox contains the expected number of each kind of message', async () => {
  await context.runJobs(['send-mail']);
  const subjects = context.sent.map((message) => `${message.from.name}: ${message.subject.split(',')[0]}`);
  const counts = Object.entries(Object.groupBy(subjects, (subject) => subject));
  expect(Object.fromEntries(counts.map(([subject, all]) => [subject, all?.length]))).toEqual({
    'Harbour Street Housing Trust: An item is withheld: November Board Meeting': 4,
    'Harbour Street Housing Trust: Find a date: Trustees’ Site Visit': 8,
    'Harbour Street Housing Trust: November Board Meeting': 8,
    'Harbour Street Housing Trust: Please sign: Code of conduct for trustees': 2,
    'Harbour Street Housing Trust: The papers for November 23': 8,
    'Harbour Street Housing Trust: Please vote: Renewal of the operating line of credit': 8,
    'Harbour Street Housing Trust: Your ballot was received: Renewal of the operating line of credit': 4,
    'Harbour Street Housing Trust: Your invitation to Harbour Street Housing Trust': 1,
    'Saltmere Sailing Club: Winter committee': 5,
  });
}, 120_000);

function filesOf(shortname: string) {
  return onBoard(shortname, async (scope) => {
    const documents = await selectDocuments(scope).execute();
    const versions = await selectRows(scope, 'document_versions').select(['document_id', 'storage_key']).execute();
    return Promise.all(
      versions.map(async (version) => {
        const document = documents.find(({ id }) => id === version.document_id);
        if (!document) throw new Error('A version belongs to no document.');
        return { ...document, bytes: await buffer(await context.storage.open(version.storage_key, null)) };
      }),
    );
  });
}

async function pagesOf(bytes: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const pdf = await task.promise;
  const words = await (await pdf.getPage(pdf.numPages)).getTextContent();
  expect(words.items.length).toBeGreaterThan(3);
  await task.destroy();
  return pdf.numPages;
}

function expectOfficeFile(bytes: Uint8Array): void {
  const parts = unzipSync(new Uint8Array(bytes));
  expect(Object.keys(parts)[0]).toBe('[Content_Types].xml');
  for (const part of Object.values(parts)) new SaxesParser({ xmlns: true }).write(strFromU8(part)).close();
  const types = strFromU8(parts['[Content_Types].xml'] ?? new Uint8Array());
  const listed = [...types.matchAll(/PartName="\/([^"]+)"/g)].map((found) => found[1] ?? '');
  expect(listed.filter((name) => !(name in parts))).toEqual([]);
  expect(missingTargets(parts)).toEqual([]);
}

function missingTargets(parts: Readonly<Record<string, Uint8Array>>): readonly string[] {
  return Object.entries(parts)
    .filter(([name]) => name.endsWith('.rels'))
    .flatMap(([name, part]) => {
      const folder = new URL(`http://package/${name.replace(/_rels\/[^/]+$/, '')}`);
      return [...strFromU8(part).matchAll(/Target="([^"]+)"/g)].map((found) =>
        new URL(found[1] ?? '', folder).pathname.slice(1),
      );
    })
    .filter((target) => !(target in parts));
}

test('each vote of the demo meeting was opened while its item was the current one', async () => {
  const rows = await asSuperuser(context, async (database) => {
    const { rows: found } = await database.query(
      `select motion.agenda_item_id as item, (
         select move.agenda_item_id from pointer_moves move
         where move.meeting_id = vote.meeting_id and move.at <= vote.opened_at order by move.at desc limit 1
       ) as at_opening
       from votes vote join motions motion on motion.id = vote.motion_id
       join meeting_rooms room on room.meeting_id = vote.meeting_id where room.phase = 'in-session'`,
    );
    return found;
  });
  expect(rows).toHaveLength(4);
  for (const { item, at_opening: atOpening } of rows) expect(atOpening).toBe(item);
});
