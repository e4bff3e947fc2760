import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MinutesDocument, MinutesEvent, MinutesPart } from '#domain/meeting-minutes.ts';
import { emptyRichText, type RichText } from '#domain/rich-text.ts';
import { findOfficeConverter } from '#server/integrations/office/office-converter.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { typesetting } from '#tests/support/typesetting.ts';
import { planOf } from './present.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-minutes-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dates = { timeZone: 'America/Halifax', dateStyle: 'mdy' } as const;
const printing = { dates, paperSize: 'letter', logoUrl: null } as const;

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) });
const line = (...content: object[]) => ({ type: 'paragraph', content });
const notes = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('The tenders')] },
    line(
      text('Owen MacLeod presented '),
      text('three tenders', { type: 'bold' }),
      text(', which are '),
      text('published', { type: 'link', attrs: { href: 'https://example.org/tenders' } }),
      text(', and '),
      text('weighed', { type: 'italic' }),
      text(' the lowest price against the shorter building time.'),
    ),
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: ['The lowest price.', 'The shortest time.'].map((words) => ({
        type: 'listItem',
        content: [line(text(words))],
      })),
    },
    { type: 'blockquote', content: [line(text('Homes are ready for winter.'))] },
  ],
} as RichText;

const at = (time: string): string => `2026-10-15T${time}:00.000Z`;
const quorum = { present: 8, in_office: 9, needed: 5, met: true };
const person = { office: null, is_voter: true, attendance: 'present', stays: [], is_throughout: true } as const;

const item = (number: string, title: string): MinutesPart => ({
  id: number,
  number,
  depth: number.split('.').length - 1,
  title,
  kind: null,
  from: null,
  until: null,
  quorum: null,
  events: [],
  filling: null,
  tasks: [],
  notes: emptyRichText,
});

const motion: MinutesEvent = {
  kind: 'motion',
  at: at('14:30'),
  motion_id: 'm',
  text: 'That the contract for the boilers be awarded to Northmere Heating for $318,400.',
  mover: 'Priya Raman',
  seconder: 'Martin Lindqvist',
  state: 'carried',
  votes: [
    {
      id: 'v',
      way: 'named',
      opened_at: at('14:31'),
      closed_at: at('14:33'),
      result: 'carried',
      counts: { for: 6, against: 1, abstain: 0 },
      quorum: { present: 7, in_office: 9, needed: 5 },
      casting: null,
      number: '2026-011',
      named: [{ name: 'Sunita Gill', choice: 'against' }],
      was_entered_afterwards: false,
      lost_quorum: false,
    },
  ],
};

const minutes: MinutesDocument = {
  board: 'Harbour Street Housing Trust',
  colour: '#124e52',
  time_zone: 'America/Halifax',
  body: '',
  title: 'October Board Meeting',
  start: at('12:30'),
  location: 'Harbour Street Resource Centre',
  state: 'approved',
  version: 2,
  head: {
    called_at: at('12:31'),
    adjourned_at: at('14:38'),
    attendees: [
      { ...person, member_id: '1', name: 'Ruth Okafor', office: 'chair' },
      { ...person, member_id: '2', name: 'Łukasz Źródło' },
      {
        ...person,
        member_id: '3',
        name: 'Ελένη Παππά',
        stays: [{ mode: 'in-person', arrived_at: at('12:31'), left_at: at('13:22') }],
        is_throughout: false,
      },
      { ...person, member_id: '4', name: 'Иван Петров', attendance: 'remote' },
    ],
    guests: [{ name: 'Hannah Reid', role: 'Executive Director' }],
    vacancies: 1,
    quorum,
  },
  parts: [
    {
      ...item('1', 'Call to order'),
      from: at('12:31'),
      events: [{ kind: 'arrived', at: at('12:40'), name: 'Иван Петров', mode: 'remote', is_return: false }],
    },
    {
      ...item('2', 'Maple Court: replacement of the boilers'),
      from: at('13:22'),
      quorum: { ...quorum, present: 7 },
      notes,
      events: [motion],
      tasks: [{ id: 't', title: 'comparison of rents', owner: 'Priya Raman', due_on: '2026-11-12', state: 'open' }],
    },
    item('2.1', 'Financing'),
    { id: 'w', number: '3', depth: 0, is_withheld: true },
  ],
  approval: { kind: 'motion', at: at('20:00'), number: '2026-012', meeting_title: 'November Board Meeting' },
  signers: [
    { name: 'Ruth Okafor', office: 'chair' },
    { name: 'Elena Kowalczyk', office: 'secretary' },
  ],
  is_partial: false,
  at: at('20:00'),
};

async function made(changes: Partial<MinutesDocument> = {}): Promise<{ path: string; pageCount: number }> {
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, await typeset(typesetting, planOf({ ...minutes, ...changes }, printing)));
  await run('qpdf', ['--check', path]);
  const { stdout } = await run('qpdf', ['--show-npages', path]);
  return { path, pageCount: Number(stdout) };
}

const textOf = async (path: string, page = 1): Promise<string> =>
  (await run('pdftotext', ['-f', String(page), '-l', String(page), '-layout', path, '-'])).stdout.replaceAll(
    '\u00a0',
    ' ',
  );

const textsOfPages = ({ path, pageCount }: Awaited<ReturnType<typeof made>>): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: pageCount }, (_, nth) => textOf(path, nth + 1)));

const inOrder = [
  'Harbour Street Housing Trust',
  'Minutes of October Board Meeting',
  'Thursday, October 15, 2026, Harbour Street Resource Centre',
  'Ruth Okafor (chair); Łukasz Źródło; Ελένη Παππά (9:31 AM – 10:22 AM)',
  'Иван Петров',
  'None. One seat was vacant.',
  'Hannah Reid, Executive Director',
  '8 of 9 present; 5 needed',
  '9:40 AM: Иван Петров arrived, remote.',
  'The tenders',
  'Owen MacLeod presented three tenders',
  '3. The lowest price.',
  '4. The shortest time.',
  'Homes are ready for winter.',
  'Northmere Heating for $318,400',
  'Moved by Priya Raman, seconded by Martin Lindqvist.',
  'Carried, 2026-011',
  'For 6, against 1, abstained 0. Quorum 7 of 9, 5 needed.',
  'Named: Sunita Gill, against.',
  'Action: Priya Raman, comparison of rents, by November 12, 2026.',
  'Item 3 is withheld from you.',
  'Elena Kowalczyk',
  'Approved by resolution 2026-012 of November Board Meeting',
];

const expectInOrder = (text: string, lines: readonly string[]): void => {
  const found = lines.map((words) => text.indexOf(words));
  expect(found).not.toContain(-1);
  expect(found).toEqual([...found].sort((one, other) => one - other));
};

test('the PDF of the minutes contains records and notes in agenda order, in any script, with bookmarks and page numbers', async () => {
  const { path, pageCount } = await made();
  expect(pageCount).toBe(2);
  const text = (await textOf(path)) + (await textOf(path, 2));
  expectInOrder(text, [...inOrder, '2 of 2']);
  expect(text).not.toContain('Draft');
  const { stdout } = await run('qpdf', ['--json', '--json-key=outlines', path]);
  const [top, first, second, third] = JSON.parse(stdout).outlines;
  expect([top.title, first.title, second.kids[0].title, third.title]).toEqual([
    'Minutes of October Board Meeting',
    '1 Call to order',
    '2.1 Financing',
    'Item 3 is withheld from you.',
  ]);
  const { stdout: objects } = await run('qpdf', ['--qdf', path, '-'], { maxBuffer: 10_000_000 });
  expect(objects).toContain('(https://example.org/tenders)');
});

test('every page of the PDF of draft minutes is marked as a draft', async () => {
  const parts = Array.from({ length: 30 }, (_, nth) => ({ ...item(String(nth + 1), 'Another item'), notes }));
  const file = await made({ state: 'circulated', version: 1, approval: null, parts });
  const pages = await textsOfPages(file);
  expect(pages.length).toBeGreaterThan(3);
  for (const [nth, text] of pages.entries()) {
    expect(text).toContain('Draft, version 1');
    expect(text).toContain(`${nth + 1} of ${pages.length}`);
  }
  expect((await run('pdfinfo', [file.path])).stdout).toMatch(
    /Title: +Minutes of October Board Meeting \(Draft, version 1\)/,
  );
});

test('a page of the PDF never ends with a heading', async () => {
  const parts = Array.from({ length: 120 }, (_, nth) => ({
    ...item(String(nth + 1), `Heading ${nth + 1}`),
    tasks: [{ id: 't', title: 'line below', owner: null, due_on: '2026-11-12', state: 'open' as const }],
  }));
  const pages = await textsOfPages(await made({ parts }));
  expect(pages.length).toBeGreaterThan(3);
  for (const text of pages) {
    const [headings, lines] = [/Heading \d+/g, /line below/g].map((each) => text.match(each)?.length ?? 0);
    expect(headings).toBe(lines);
  }
});

test('a signature line never appears alone on a page of the PDF', async () => {
  const tasks = (lines: number) =>
    Array.from({ length: lines }, (_, nth) => ({
      id: String(nth),
      title: 'line above',
      owner: null,
      due_on: '2026-11-12',
      state: 'open' as const,
    }));
  // At this length, the signatures would be alone on a new page.
  const afterLines = { ...item('1', 'Tasks'), tasks: tasks(52) };
  const afterMotion = [
    { ...item('1', 'Tasks'), tasks: tasks(46) },
    { ...item('2', 'Motion'), events: [motion] },
  ];
  for (const parts of [[afterLines], afterMotion]) {
    const pages = await textsOfPages(await made({ parts }));
    expect(pages.find((text) => /^ *Chair/m.test(text))).toMatch(/line above|contract for the boilers/);
  }
});

test('a word wider than the page is broken, and a motion longer than a page continues on the next page', async () => {
  const text = `${'W'.repeat(300)} ${'Zeal. '.repeat(900)}`;
  const { path, pageCount } = await made({ parts: [{ ...item('1', 'Long'), events: [{ ...motion, text }] }] });
  expect(pageCount).toBeGreaterThan(1);
  const whole = (await run('pdftotext', [path, '-'])).stdout;
  expect(whole.match(/W/g)).toHaveLength(300);
  expect(whole.match(/Zeal\./g)).toHaveLength(900);
});

test('minutes that take too long to typeset fail with an error', async () => {
  const bounds = { heapMegabytesMax: 512, timeMsMax: 50 };
  await expect(typeset(typesetting, planOf(minutes, printing), 'pdf', bounds)).rejects.toThrow(
    /The typesetting process ended/,
  );
});

test('the Word file of the minutes opens in LibreOffice with the same contents and order as the PDF, in any script', async () => {
  const found = await findOfficeConverter();
  if (found.converter === null) throw new Error(found.problem);
  const { converter } = found;
  const textsOf = async (changes: Partial<MinutesDocument>): Promise<string> => {
    const path = join(folder, `${Math.random()}.docx`);
    await writeFile(path, await typeset(typesetting, planOf({ ...minutes, ...changes }, printing), 'docx'));
    return converter.convert(path, 'docx', async (done) => {
      if (done.kind !== 'made') throw new Error(JSON.stringify(done));
      return (await run('pdftotext', ['-layout', done.path, '-'])).stdout.replaceAll('\u00a0', ' ');
    });
  };
  const text = await textsOf({});
  expectInOrder(text.replaceAll(/[ \n]+/g, ' '), inOrder);
  expect(text).toMatch(/2 +Maple Court: replacement of the boilers +10:22 AM/);
  expect(text).not.toContain('Draft');
  const hebrew = 'שלום עולם';
  const draft = await textsOf({
    state: 'draft',
    version: 0,
    approval: null,
    parts: [item('1', `${hebrew} \u0001日本`)],
  });
  expect(draft).toContain('Draft');
  expect(draft).toContain('日本');
  expect(draft).toMatch(/[\u0590-\u05ff]/);
});
