import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Annotation, DrawnAnnotation, Point, Rect, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { writeAnnotationsIntoPdf } from '#server/integrations/pdf/write-annotations.ts';
import { newFreeText, newNote } from '#web/viewer/annotations/new-annotation.ts';
import type { Surface } from '#web/viewer/annotations/surface.ts';
import { author, marksOn, surfaces, turnedPaper, turns } from './support/turned-paper.ts';

/** The server writes the marked copy, qpdf reads it and poppler renders it. Neither program shares code with ours. */

const run = promisify(execFile);
/** Pixels per point. */
const dense = 2;

let folder: string;
const made: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-marked-copy-'));
});
afterAll(async () => {
  for (const each of [folder, ...made]) await rm(each, { recursive: true, force: true });
});

async function copyWith(marks: readonly Annotation[]): Promise<string> {
  const paper = join(folder, 'paper.pdf');
  await writeFile(paper, await turnedPaper());
  const copy = await writeAnnotationsIntoPdf(paper, writeXfdf({ annotations: marks, envelope: [] }));
  if (copy === null) throw new Error('No copy was made.');
  made.push(copy.folder);
  return copy.path;
}

/** Moves the rectangle so that its upper left corner in user space is where the reader sees that of the mark. */
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

/** Strips the type prefixes of qpdf, as in `u:Ada` and `/Highlight`. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^(u:|\/)/, '') : value);

async function drawnPage(copy: string, page: number) {
  const [file, number] = [join(folder, `page-${page}`), String(page + 1)];
  const one = ['-f', number, '-l', number, '-singlefile', '-cropbox'];
  await run('pdftoppm', [...one, '-r', String(72 * dense), '-png', copy, file]);
  return sharp(`${file}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

describe('annotations on pages rotated by 0, 90, 180 and 270 degrees with an offset crop box', () => {
  const placed = surfaces.flatMap((surface) => marksOn(surface).map((each) => ({ ...each, surface })));
  let copy: string;
  beforeAll(async () => {
    copy = await copyWith(placed.map(({ mark }, index) => ({ ...mark, contents: mark.contents ?? `Mark ${index}` })));
  });

  test('have the page, rectangle, colour, author and contents that the viewer gave them, as read by qpdf', async () => {
    const read = await annotationsIn(copy);
    expect(read).toHaveLength(placed.length);
    placed.forEach(({ mark }, index) => {
      // The icon of a note is placed by the upper left corner of its rectangle.
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
    'are rendered by poppler where the viewer shows them, in their colour, on the page rotated by $turn',
    async ({ page }) => {
      const shown = placed.filter(({ mark }) => mark.page === page);
      const { data, info } = await drawnPage(copy, page);
      const size = surfaces[page]?.size;
      expect([info.width, info.height]).toEqual([dense * (size?.width ?? 0), dense * (size?.height ?? 0)]);
      const colourAt = ({ x, y }: Point): readonly number[] => {
        const from = 3 * (Math.round(y * dense) * info.width + Math.round(x * dense));
        return [...data.subarray(from, from + 3)];
      };
      for (const { mark, ink } of shown) {
        const wanted = [1, 3, 5].map((from) => Number.parseInt((mark.colour ?? '').slice(from, from + 2), 16));
        const found = colourAt(ink);
        // Every program has its own icon for notes.
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

test('stamps of other programs are labelled frames, upright on each page', async () => {
  const stamps = surfaces.map((surface): StampAnnotation => {
    const [a, b] = [surface.toPage({ x: 200, y: 300 }), surface.toPage({ x: 290, y: 325 })];
    const rect = {
      left: Math.min(a.x, b.x),
      right: Math.max(a.x, b.x),
      bottom: Math.min(a.y, b.y),
      top: Math.max(a.y, b.y),
    };
    const extras = { attributes: {}, elements: [{ name: 'appearance', attributes: {}, children: ['PERJQ1Q+'] }] };
    const { page } = surface;
    return { kind: 'stamp', id: `stamp ${page}`, page, rect, colour: '#802040', icon: 'SBApproved', extras };
  });
  const copy = await copyWith(stamps);
  expect((await annotationsIn(copy)).map(({ NM }) => NM)).toEqual(stamps.map(({ id }) => id));
  for (const { page } of surfaces) {
    const { data, info } = await drawnPage(copy, page);
    for (const edge of [
      { x: 245, y: 300.75 },
      { x: 245, y: 324.25 },
      { x: 200.75, y: 312 },
      { x: 289.25, y: 312 },
    ]) {
      const from = 3 * (Math.floor(edge.y * dense) * info.width + Math.floor(edge.x * dense));
      expect([...data.subarray(from, from + 3)], `page ${page} at ${edge.x}, ${edge.y}`).toEqual([128, 32, 64]);
    }
    const { stdout } = await run('pdftotext', ['-f', `${page + 1}`, '-l', `${page + 1}`, copy, '-']);
    expect(stdout).toContain('Approved');
  }
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

describe('texts in any script', () => {
  const surface = surfaces[1] as Surface;
  const making = { author: letters.Chinese, colour: '#102030' };
  const marks = Object.values(letters).flatMap((contents, index): readonly DrawnAnnotation[] => {
    const place = surface.toPage({ x: 60, y: 40 + 60 * index });
    return [
      { ...newFreeText(surface, place, making), id: `words ${index}`, contents },
      { ...newNote(surface, place, making), id: `note ${index}`, contents },
    ];
  });

  test('are complete in contents and author, of free texts and of notes', async () => {
    const read = await annotationsIn(await copyWith(marks));
    for (const mark of marks) {
      const found = read.find(({ NM }) => NM === mark.id);
      expect(found).toMatchObject({ T: letters.Chinese, Contents: mark.contents });
    }
  });

  test('are rendered, in letters that can be selected where no shaping is needed', async () => {
    const copy = await copyWith(marks);
    const { stdout } = await run('pdftotext', ['-f', '2', '-l', '2', copy, '-']);
    for (const script of ['Greek', 'Cyrillic'] as const) expect(stdout).toContain(letters[script].split(' ')[0]);
    expect(stdout).toMatch(/Approved\s+— “yes”/);
    const drawn = (await annotationsIn(copy)).filter((each) => each.Subtype === 'FreeText' && 'AP' in each);
    expect(drawn.map(({ Contents }) => Contents)).toEqual(Object.values(letters));
  });
});

test('a note in reply is a reply in other programs too', async () => {
  const surface = surfaces[0] as Surface;
  const making = { author, colour: '#ffe27a' };
  const first = newNote(surface, { x: 100, y: 100 }, making);
  const answer: Annotation = {
    ...newNote(surface, { x: 100, y: 100 }, making),
    inReplyTo: first.id,
    state: 'Accepted',
    stateModel: 'Review',
  };
  const lost: Annotation = { ...newNote(surface, { x: 200, y: 100 }, making), inReplyTo: 'gone' };
  const read = await annotationsIn(await copyWith([answer, first, lost]));
  const [reply, answered, alone] = read as readonly (Read & { readonly ref: string })[];
  expect(reply).toMatchObject({ IRT: answered?.ref, State: 'Accepted', StateModel: 'Review' });
  expect(alone?.IRT).toBeUndefined();
});
