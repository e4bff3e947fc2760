// `npm run bench:versions` measures how long Dais takes to compare a paper of 300 pages and 1,000 annotations with its
// new version.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { followVersion } from '#server/integrations/pdf/follow-version.ts';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { markdown } from './tables.ts';

const pageCount = 300;
const next = seededNumbers(44);
const word = (): string => `word${Math.floor(next() * 2_000)}`;
const lines = Array.from({ length: pageCount * 40 }, () => `${Array.from({ length: 11 }, word).join(' ')}.`);

async function paper(text: readonly string[]): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  const font: PDFFont = await made.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page * 40 < text.length; page += 1) {
    const sheet = made.addPage([612, 792]);
    text.slice(page * 40, page * 40 + 40).forEach((line, nth) => {
      sheet.drawText(line, { x: 60, y: 740 - nth * 17, size: 10, font });
    });
  }
  return made.save();
}

const folder = await mkdtemp(join(tmpdir(), 'dais-bench-'));
const paths = { from: join(folder, 'from.pdf'), to: join(folder, 'to.pdf') };
const revised = [...lines.slice(0, 400), ...Array.from({ length: 40 }, () => word()), ...lines.slice(400)].map(
  (line, nth) => (nth % 97 === 0 ? `${line} Added words.` : line),
);
await writeFile(paths.from, await paper(lines));
await writeFile(paths.to, await paper(revised));
const textsOf = async (path: string) =>
  ((await readPdf(path))?.texts ?? []).map((text, nth) => ({ page: nth + 1, text }));
const marks = Array.from({ length: 1_000 }, (_, nth): Annotation => {
  const bottom = 737 - (nth % 40) * 17;
  const rect = { left: 60, right: 300, bottom, top: bottom + 10 };
  const corner = (x: number, y: number) => ({ x, y });
  const quad = {
    topLeft: corner(60, rect.top),
    topRight: corner(300, rect.top),
    bottomLeft: corner(60, bottom),
    bottomRight: corner(300, bottom),
  };
  return { kind: 'highlight', id: String(nth), page: Math.floor(nth * 0.3), rect, quads: [quad] };
});
const revision = { before: await textsOf(paths.from), after: await textsOf(paths.to), members: [{ id: 'a', marks }] };
const rows: string[][] = [];
for (const [name, given] of [
  ['compared', { ...revision, members: [] }],
  ['compared, 1,000 marks placed', revision],
] as const) {
  const begun = performance.now();
  const { changes, members } = await followVersion(given, paths);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  rows.push([name, `${seconds} s`, String(changes?.length), String(members[0]?.cameAlong.length ?? 0)]);
}
await rm(folder, { recursive: true });
console.log(markdown(['300 pages', 'takes', 'changes', 'placed'], rows));
