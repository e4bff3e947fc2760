import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Annotation, Point, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { writeAnnotationsIntoPdf } from '#server/integrations/pdf/write-annotations.ts';
import { testFolder } from './support/test-folder.ts';
import { marksOn, surfaces, turnedPaper, turns } from './support/turned-paper.ts';

/** Renders the server's annotated copies with poppler, which shares no code with Dais. */

const run = promisify(execFile);
/** Pixels per point. */
const dense = 2;

const folder = testFolder();

async function copyWith(marks: readonly Annotation[]): Promise<string> {
  const paper = join(folder, 'paper.pdf');
  await writeFile(paper, await turnedPaper());
  const given = { xfdf: writeXfdf({ annotations: marks, envelope: [] }), fontsDir: null };
  const copy = await writeAnnotationsIntoPdf(paper, given, async (made) => {
    const kept = join(folder, `${randomUUID()}.pdf`);
    await copyFile(made, kept);
    return kept;
  });
  if (copy === null) throw new Error('No copy was made.');
  return copy;
}

async function drawnPage(copy: string, page: number) {
  const [file, number] = [join(folder, `page-${page}`), String(page + 1)];
  const one = ['-f', number, '-l', number, '-singlefile', '-cropbox'];
  await run('pdftoppm', [...one, '-r', String(72 * dense), '-png', copy, file]);
  return sharp(`${file}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

describe('annotations on rotated pages with an offset crop box', () => {
  const placed = surfaces.flatMap((surface) => marksOn(surface).map((each) => ({ ...each, surface })));
  let copy: string;
  beforeAll(async () => {
    copy = await copyWith(placed.map(({ mark }) => mark));
  });

  test.each(turns.map((turn, page) => ({ turn, page })))(
    'are drawn by poppler at the same positions and in the same colours as in Dais (rotation: $turn)',
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
        // Every program has its own icon for notes, so the test checks only that an icon is present.
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

test('stamps from other programs become labelled frames that are upright on rotated pages', async () => {
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
