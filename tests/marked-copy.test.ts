import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { degrees, PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DrawnMark, Mark, Point, Rect } from '../domain/xfdf/mark.ts';
import { writeXfdf } from '../domain/xfdf/write.ts';
import { writeMarksIntoPdf } from '../server/integrations/pdf/write-marks.ts';
import { newInk, newTextMarkup } from '../web/viewer/marks/new-mark.ts';
import { newFreeText, newNote, newShape } from '../web/viewer/marks/new-shape.ts';
import { pdfSurface, type Surface } from '../web/viewer/marks/surface.ts';

/**
 * The copy with marks in it, from a reader's hand to another program: marks are made by the viewer's own code at places of the page
 * as it is seen, written by the server, read by qpdf and drawn by poppler. Both are programs that share no code with ours.
 */

const run = promisify(execFile);
const turns = [0, 90, 180, 270] as const;
/** Left, bottom, right, top: of neither page nor paper, and away from both corners. */
const cropBox = [50, 40, 650, 840] as const;
/** Dots a point. */
const dense = 2;

let folder: string;
const made: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-marked-copy-'));
});
afterAll(async () => {
  for (const each of [folder, ...made]) await rm(each, { recursive: true, force: true });
});

const surfaces = turns.map((rotation, page) => pdfSurface({ page, box: cropBox, rotation, userUnit: 1 }));

async function paper(): Promise<string> {
  const pdf = await PDFDocument.create();
  for (const angle of turns) {
    const page = pdf.addPage([700, 900]);
    page.setCropBox(cropBox[0], cropBox[1], cropBox[2] - cropBox[0], cropBox[3] - cropBox[1]);
    page.setRotation(degrees(angle));
  }
  const path = join(folder, 'paper.pdf');
  await writeFile(path, await pdf.save());
  return path;
}

async function copyWith(marks: readonly Mark[]): Promise<string> {
  const copy = await writeMarksIntoPdf(await paper(), writeXfdf({ marks, envelope: [] }));
  if (copy === null) throw new Error('No copy was made.');
  made.push(copy.folder);
  return copy.path;
}

interface Placed {
  readonly mark: DrawnMark;
  /** Where its ink is, as the page is seen: view units from the top left. */
  readonly ink: Point;
}

const author = 'Zoë Kowalczyk-Ørsted';

/** One of each kind that the viewer's tools make, each on a row of its own. */
function marksOn(surface: Surface): readonly Placed[] {
  const at = (x: number, y: number) => surface.toPage({ x, y });
  const making = (colour: string) => ({ author, colour, width: 6 });
  const line = (top: number) => ({
    surface,
    lines: [{ left: 100, top, right: 300, bottom: top + 20 }],
    turn: 0 as const,
  });
  const box = (top: number) => ({ start: at(100, top), end: at(300, top + 30) });
  const words = { ...newFreeText(surface, at(100, 420), making('#102030')), colour: '#ffe0f0', contents: 'Words' };
  return [
    { mark: newTextMarkup('highlight', line(40), making('#ffe27a')), ink: { x: 200, y: 50 } },
    { mark: newTextMarkup('underline', line(80), making('#b8321f')), ink: { x: 200, y: 98.8 } },
    { mark: newTextMarkup('strikeout', line(120), making('#1f58b8')), ink: { x: 200, y: 131.6 } },
    { mark: newTextMarkup('squiggly', line(160), making('#2f8a3b')), ink: { x: 200, y: 178.8 } },
    { mark: newInk(surface, [at(100, 210), at(300, 230)], making('#804080')), ink: { x: 200, y: 220 } },
    { mark: newShape('square', surface, box(250), making('#c04000')), ink: { x: 103, y: 265 } },
    { mark: newShape('circle', surface, box(300), making('#0080a0')), ink: { x: 103, y: 315 } },
    {
      mark: newShape('line', surface, { start: at(100, 370), end: at(300, 370) }, making('#606000')),
      ink: { x: 200, y: 370 },
    },
    { mark: words, ink: { x: 270, y: 445 } },
    { mark: newNote(surface, at(100, 480), making('#ffe27a')), ink: { x: 110, y: 490 } },
  ];
}

/** The rectangle as large, with its upper left corner in user space where the page's reader sees that of the mark. */
function hung({ left, bottom, right, top }: Rect, turn: number): Rect {
  const x = turn < 180 ? left : right;
  const y = turn === 0 || turn === 270 ? top : bottom;
  return { left: x, bottom: y - (top - bottom), right: x + (right - left), top: y };
}

interface Read {
  readonly page: number;
  readonly Subtype: string;
  readonly Rect: readonly number[];
  readonly C?: readonly number[];
  readonly T?: string;
  readonly NM?: string;
  readonly Contents?: string;
  readonly IRT?: string;
}

/** Annotations as qpdf tells them, strings as UTF-8. */
async function annotationsIn(path: string): Promise<readonly Read[]> {
  await run('qpdf', ['--check', path]);
  const { stdout } = await run('qpdf', ['--json=2', path], { maxBuffer: 50_000_000 });
  const json = JSON.parse(stdout);
  const objects = json.qpdf[1];
  const valueUnder = (ref: string) => objects[`obj:${ref}`].value;
  return json.pages.flatMap(({ object }: { object: string }, page: number) => {
    const { '/Annots': listed } = valueUnder(object);
    const refs: readonly string[] = typeof listed === 'string' ? valueUnder(listed) : (listed ?? []);
    return refs.map((ref) => {
      const entries = Object.entries(valueUnder(ref)).map(([key, value]) => [key.slice(1), plain(value)]);
      return { page, ref, ...Object.fromEntries(entries) };
    });
  });
}

/** `u:Ada` and `/Highlight` without what says of what type they are. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^(u:|\/)/, '') : value);

describe('what the viewer’s tools make, on pages turned by 0, 90, 180 and 270 degrees with an offset crop box', () => {
  const placed = surfaces.flatMap((surface) => marksOn(surface).map((each) => ({ ...each, surface })));
  let copy: string;
  beforeAll(async () => {
    copy = await copyWith(placed.map(({ mark }, index) => ({ ...mark, contents: mark.contents ?? `Mark ${index}` })));
  });

  test('qpdf reads every mark’s page, rectangle, colour, author and contents', async () => {
    const read = await annotationsIn(copy);
    expect(read).toHaveLength(placed.length);
    placed.forEach(({ mark }, index) => {
      // A note's sign hangs on the rectangle's upper left corner, whose place says where it is seen.
      const { left, bottom, right, top } = mark.kind === 'text' ? hung(mark.rect, turns[mark.page] ?? 0) : mark.rect;
      const near = (numbers: readonly number[]) => numbers.map((number) => Math.round(number * 100) / 100);
      const found = read.find(({ NM }) => NM === mark.id);
      expect(found).toMatchObject({ page: mark.page, T: author, Contents: mark.contents ?? `Mark ${index}` });
      expect(near(found?.Rect ?? [])).toEqual(near([left, bottom, right, top]));
      const channels = [1, 3, 5].map((from) => Number.parseInt((mark.colour ?? '').slice(from, from + 2), 16));
      expect((found?.C ?? []).map((channel) => Math.round(channel * 255))).toEqual(channels);
    });
  });

  test.each(turns.map((turn, page) => ({ turn, page })))(
    'poppler draws each where the viewer does, in its colour, on the page turned by $turn',
    async ({ page }) => {
      const shown = placed.filter(({ mark }) => mark.page === page);
      const file = join(folder, `page-${page}`);
      const number = String(page + 1);
      await run('pdftoppm', [
        '-f',
        number,
        '-l',
        number,
        '-singlefile',
        '-cropbox',
        '-r',
        String(72 * dense),
        '-png',
        copy,
        file,
      ]);
      const { data, info } = await sharp(`${file}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const size = surfaces[page]?.size;
      expect([info.width, info.height]).toEqual([dense * (size?.width ?? 0), dense * (size?.height ?? 0)]);
      const colourAt = ({ x, y }: Point): readonly number[] => {
        const from = 3 * (Math.round(y * dense) * info.width + Math.round(x * dense));
        return [...data.subarray(from, from + 3)];
      };
      for (const { mark, ink } of shown) {
        const wanted = [1, 3, 5].map((from) => Number.parseInt((mark.colour ?? '').slice(from, from + 2), 16));
        const found = colourAt(ink);
        // Every program has a sign of its own for notes.
        if (mark.kind === 'text') expect(Math.min(...found), 'the note is drawn').toBeLessThan(250);
        else {
          const off = Math.max(...found.map((channel, index) => Math.abs(channel - (wanted[index] ?? 0))));
          expect(off, `${mark.kind}: ${found} instead of ${wanted}`).toBeLessThan(40);
        }
        expect(
          colourAt({ x: ink.x + 400 > info.width / dense ? 20 : 420, y: ink.y }),
          `beside the ${mark.kind}`,
        ).toEqual([255, 255, 255]);
      }
    },
  );
});

const letters = {
  Greek: 'Ισολογισμός: εγκρίθηκε',
  Cyrillic: 'Отчёт: спросить Прию',
  Arabic: 'تقرير مالي: سؤال',
  Hebrew: 'דוח כספי: שאלה',
  Chinese: '财务报告：询问',
  Japanese: '財務報告：質問があります',
  Korean: '재무 보고서: 질문',
  Hindi: 'वित्तीय रिपोर्ट',
  emoji: 'Approved 👍🏽 — “yes”',
} as const;

describe('letters of any script', () => {
  const surface = surfaces[1] as Surface;
  const making = { author: letters.Chinese, colour: '#102030' };
  const marks = Object.values(letters).flatMap((contents, index): readonly DrawnMark[] => {
    const place = surface.toPage({ x: 60, y: 40 + 60 * index });
    return [
      { ...newFreeText(surface, place, making), id: `words ${index}`, contents },
      { ...newNote(surface, place, making), id: `note ${index}`, contents },
    ];
  });

  test('stand whole in contents and author, in words on the page as in notes', async () => {
    const read = await annotationsIn(await copyWith(marks));
    for (const mark of marks) {
      const found = read.find(({ NM }) => NM === mark.id);
      expect(found).toMatchObject({ T: letters.Chinese, Contents: mark.contents });
    }
  });

  test('are drawn where we have type for them, and left to the reading program’s own fonts where not', async () => {
    const copy = await copyWith(marks);
    const { stdout } = await run('pdftotext', ['-f', '2', '-l', '2', copy, '-']);
    for (const script of ['Greek', 'Cyrillic'] as const) expect(stdout).toContain(letters[script].split(' ')[0]);
    expect(stdout).toContain('Approved ?');
    const drawn = (await annotationsIn(copy)).filter((each) => each.Subtype === 'FreeText' && 'AP' in each);
    expect(drawn.map(({ Contents }) => Contents)).toEqual([letters.Greek, letters.Cyrillic, letters.emoji]);
  });
});

test('a note in reply is a reply in other programs too', async () => {
  const surface = surfaces[0] as Surface;
  const making = { author, colour: '#ffe27a' };
  const first = newNote(surface, { x: 100, y: 100 }, making);
  const answer: Mark = {
    ...newNote(surface, { x: 100, y: 100 }, making),
    inReplyTo: first.id,
    state: 'Accepted',
    stateModel: 'Review',
  };
  const lost: Mark = { ...newNote(surface, { x: 200, y: 100 }, making), inReplyTo: 'gone' };
  const read = await annotationsIn(await copyWith([answer, first, lost]));
  const [reply, answered, alone] = read as readonly (Read & { readonly ref: string })[];
  expect(reply).toMatchObject({ IRT: answered?.ref, State: 'Accepted', StateModel: 'Review' });
  expect(alone?.IRT).toBeUndefined();
});
