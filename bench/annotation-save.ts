// Prints what a save of 60 KB of annotations costs the server's process, beside JSON.parse and a copy of the same bytes.
// `npm run bench:annotations`; needs Linux. `-- --runs=100` is for a look. Asserts nothing.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { saveAnnotations } from '#contract/documents.ts';
import { normaliseXfdf } from '#domain/xfdf/normalise.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { annotationFiles } from './annotation-files.ts';
import { markdown } from './tables.ts';

const runs = Number(process.argv.find((each) => each.startsWith('--runs='))?.slice('--runs='.length) ?? 500);
const warmUps = 50;
/** Of Linux's `stat` (proc(5)). */
const tickMs = 10;

console.log(`\nFrom a body of 60 KB to the text that is stored, ms, medians of ${runs}:\n`);
console.log(
  markdown(
    ['', 'floor: JSON.parse and a copy', 'body by the contract', 'its annotations', 'read and written'],
    [...annotationFiles].map(([name, xfdf]) => {
      const body = JSON.stringify({ annotations: xfdf, version_id: randomUUID(), base_revision: 1 });
      return [
        name,
        median(() => Buffer.from((JSON.parse(body) as { readonly annotations: string }).annotations)),
        median(() => saveAnnotations.body?.parse(JSON.parse(body))),
        median(() => normaliseXfdf(xfdf)),
        median(() => readAndWritten(xfdf)),
      ];
    }),
  ),
);

const server = await startRunningServer({ WORKERS: '0' });
try {
  const installation = await openInstallation(server);
  const { client } = installation.admin;
  const meeting = await installation.meeting({ title: 'Annotated papers' });
  const paper = await installation.paper(meeting, { name: 'paper.pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF\n') });
  const { json } = await client.call('GET', `/ajax/documents/${paper}`);
  let revision = 0;
  const save = async (annotations: string): Promise<void> => {
    const answer = await client.call('POST', `/ajax/documents/${paper}/annotations`, {
      annotations,
      version_id: json.data.document.version_id,
      base_revision: revision,
    });
    if (answer.json.data?.result !== 'saved') throw new Error(JSON.stringify(answer.json));
    revision = answer.json.data.revision;
  };
  const files = [['no annotations', writeXfdf({ annotations: [], envelope: [] })] as const, ...annotationFiles];
  for (const [, xfdf] of files) for (let nth = 0; nth < warmUps; nth += 1) await save(xfdf);
  const rows: (readonly [string, string])[] = [];
  for (const [name, xfdf] of files) {
    const before = await processMs(server.pid());
    for (let nth = 0; nth < runs; nth += 1) await save(xfdf);
    rows.push([name, (((await processMs(server.pid())) - before) / runs).toFixed(2)]);
  }
  console.log(`\nA save over HTTP, ms of the server's process with its garbage collection, means of ${runs}:\n`);
  console.log(markdown(['', 'process'], rows));
} finally {
  await server.stop();
}

function readAndWritten(xfdf: string): string {
  const parsed = parseXfdf(xfdf);
  if (parsed.kind === 'refused') throw new Error(parsed.message);
  return writeXfdf(parsed.annotations);
}

function median(act: () => unknown): string {
  for (let nth = 0; nth < warmUps; nth += 1) act();
  const times = Array.from({ length: runs }, () => {
    const begun = performance.now();
    act();
    return performance.now() - begun;
  }).toSorted((one, other) => one - other);
  return (times[Math.floor(runs / 2)] ?? Number.NaN).toFixed(2);
}

/** In user and system mode, all threads. */
async function processMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tickMs;
}
