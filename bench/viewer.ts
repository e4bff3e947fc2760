// `npm run bench:viewer` compares Dais's viewer with pdf.js's own viewer. Needs a build (`npm run build`) and Linux.
// `-- first scroll memory` selects measurements, and `--runs=1` is for a quick run.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { firstPage, placeOf, readingThrough, scrolling, type Viewer } from './viewer/measure.ts';
import { book, bookMarks, scan, scannedPaper, textBook } from './viewer/papers.ts';
import { startStockHost } from './viewer/stock-host.ts';

const runs = Number(process.argv.find((each) => each.startsWith('--runs='))?.slice('--runs='.length) ?? 5);
const scrolledPages = 50;
const chosen = new Set(process.argv.slice(2).filter((each) => !each.startsWith('--')));
const isChosen = (part: string): boolean => chosen.size === 0 || chosen.has(part);

const papers = new Map([
  ['scan', () => scannedPaper(false)],
  ['scan-apart', () => scannedPaper(true)],
  ['book', textBook],
]);

const server = await startRunningServer();
const folder = await mkdtemp(join(tmpdir(), 'dais-bench-viewer-'));
try {
  const installation = await openInstallation(server);
  const { client } = installation.admin;
  const meeting = await installation.meeting({ title: 'Long papers' });
  const documents = new Map<string, string>();
  const files = new Map<string, string>();
  for (const [name, make] of papers) {
    const bytes = await make();
    files.set(name, join(folder, name));
    await writeFile(join(folder, name), bytes);
    documents.set(name, await installation.paper(meeting, { name: `${name}.pdf`, bytes }));
  }
  const bookId = documents.get('book');
  const { json } = await client.call('GET', `/ajax/documents/${bookId}`);
  const saved = await client.call('POST', `/ajax/documents/${bookId}/annotations`, {
    annotations: bookMarks(),
    version_id: json.data.document.version_id,
    base_revision: 0,
  });
  if (saved.json.data?.result !== 'saved') throw new Error(JSON.stringify(saved.json));

  await untilIdle(installation);

  const dais: Viewer = {
    name: 'Dais',
    address: (paper) => `${server.url}/meetings/${meeting.id}?document=${documents.get(paper)}`,
    cookies: [...client.cookies()].map(([name, value]) => ({ name, value, url: server.url })),
    isPaper: (url) => new URL(url).pathname.startsWith('/document/'),
  };
  const place = await placeOf(dais, 'book');
  const host = await startStockHost(files);
  const query = new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]));
  const stock: Viewer = {
    name: 'pdf.js',
    address: (paper) => `${host.url}/?${query}&file=/${paper}`,
    cookies: [],
    isPaper: (url) => files.has(new URL(url).pathname.slice(1)),
  };
  console.log(`Pages in a place of ${place.width} × ${place.height}, zoom ${place.scale}; medians of ${runs}.`);
  const compared = { viewers: [dais, stock], installation } as const;

  if (isChosen('first')) {
    for (const paper of ['scan', 'scan-apart']) {
      await compare(
        `First page of ${scan.pages} scanned pages, 100 MB, ${paper === 'scan' ? 'page objects together' : 'page objects apart'}; 50 Mbit/s, 20 ms`,
        compared,
        (viewer) => firstPage(viewer, paper),
      );
    }
  }
  if (isChosen('scroll')) {
    await compare(`Scrolling ${scrolledPages} pages of text, four a second`, compared, (viewer) =>
      scrolling(viewer, 'book', scrolledPages),
    );
  }
  if (isChosen('memory')) {
    await compare(
      `After reading through ${book.pages} pages, ${book.marks} marks shown (in Dais)`,
      compared,
      (viewer) => readingThrough(viewer, 'book', book.pages),
    );
  }
  host.stop();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function untilIdle({ sql }: Installation): Promise<void> {
  do {
    await sql('update document_versions set page_count = null');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  } while ((await sql('select id from graphile_worker._private_jobs where attempts < max_attempts')).length > 0);
}

/** Alternates between the viewers, so that other load on the machine affects both. */
async function compare<T extends object>(
  title: string,
  { viewers, installation }: { readonly viewers: readonly Viewer[]; readonly installation: Installation },
  measure: (viewer: Viewer) => Promise<T>,
): Promise<void> {
  const results = new Map<string, T[]>(viewers.map(({ name }) => [name, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const viewer of viewers) {
      // Without this statement, the document would open at the page that was read last.
      await installation.sql('delete from reading_positions');
      results.get(viewer.name)?.push(await measure(viewer));
    }
  }
  console.log(`\n${title}`);
  console.table(Object.fromEntries([...results].map(([name, measured]) => [name, medians(measured)])));
}

function medians<T extends object>(measured: readonly T[]): Record<string, number> {
  const names = Object.keys(measured[0] ?? {}) as (keyof T & string)[];
  return Object.fromEntries(
    names.map((name) => {
      const sorted = measured.map((each) => Number(each[name])).toSorted((one, other) => one - other);
      return [name, Math.round((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) * 10) / 10];
    }),
  );
}
