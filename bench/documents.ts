// `npm run bench:documents` prints the time and memory of one process that typesets a long document.
import { spawnSync } from 'node:child_process';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import { createTypesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { markdown } from './tables.ts';

const board = {
  board: 'Harbour Street Housing Trust',
  colour: '#124e52',
  paper: 'letter' as const,
  logo: null,
  title: 'October Board Meeting',
};
const words = 'Members weighed the lowest price against the shorter building time. '.repeat(6);

const minutes: RecordPlan = {
  ...board,
  lede: 'Thursday, October 15, 2026',
  mark: '',
  facts: [],
  signatures: [],
  closing: [],
  at: '2026-10-15T20:00:00Z',
  sections: Array.from({ length: 90 }, (_, nth) => ({
    kind: 'item',
    depth: 0,
    number: String(nth + 1),
    title: 'Replacement of the boilers',
    time: '9:31 AM',
    parts: [
      { kind: 'line', words },
      { kind: 'motion', text: words.slice(0, 130), facts: ['Moved by Priya Raman'], outcome: 'Carried', remarks: [] },
    ],
  })),
};

const front = {
  ...board,
  facts: ['Thursday, November 19, 2026'],
  notes: ['As of 11/16/2026'],
  entries: Array.from({ length: 30 }, (_, nth) => [
    { kind: 'item', depth: 0, number: String(nth + 1), time: '9:00 AM', title: 'Budget', about: 'Elena', text: '' },
    { kind: 'paper', title: 'Figures', page: String(5 + 10 * nth), words: '10 pages', target: `paper:${nth}` },
  ]).flat(),
};

const [name] = process.argv.slice(2);
if (name === undefined) {
  const rows = ['minutes', 'front'].map((each) => {
    const { stdout } = spawnSync(process.execPath, [import.meta.filename, each], { encoding: 'utf8' });
    return JSON.parse(stdout) as string[];
  });
  process.stdout.write(`${markdown(['document', 'pages', 'ms', 'MB'], rows)}\n`);
} else {
  const begun = performance.now();
  const typesetter = createTypesetter(null);
  const { pageCount } = name === 'minutes' ? typesetter.set('record', minutes) : typesetter.set('book', front);
  if (name === 'front') typesetter.set('book', { ...front, notes: [] });
  const taken = Math.round(performance.now() - begun);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
  process.stdout.write(JSON.stringify([name, String(pageCount), String(taken), String(megabytes)]));
}
