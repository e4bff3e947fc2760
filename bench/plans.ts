import pg from 'pg';
import { appRole } from '#server/integrations/postgres/database-roles.ts';
import type { Captured } from './load/messages.ts';
import { markdown, short } from './tables.ts';

/** Full scans of tables with more rows than this are reported. */
const largeRows = 20_000;
const shownPlans = 10;
const runs = 3;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Index Name'?: string;
  readonly 'Actual Total Time': number;
  readonly Plans?: readonly PlanNode[];
}

interface Seen {
  readonly of: string;
  readonly milliseconds: number;
  readonly plan: PlanNode;
}

/** Uses auto_explain, because it also covers statements inside functions. */
export async function printPlans(
  superuserUrl: string,
  captured: ReadonlyMap<string, readonly Captured[]>,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${largeRows}`,
    );
    const large = new Set(tables.map(({ name }) => name));
    await client.query(
      `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_nested_statements = on;
       set auto_explain.log_level = notice; set auto_explain.log_format = json; set client_min_messages = notice; set plan_cache_mode = force_generic_plan; set session authorization ${appRole}`,
    );
    const seen = new Map<string, Seen[]>();
    let of = '';
    client.on('notice', ({ message = '' }) => {
      const [, milliseconds = '0', json] = /^duration: ([\d.]+) ms\s+plan:\s*(\{[\s\S]*\})/.exec(message) ?? [];
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      seen.set(text, [...(seen.get(text) ?? []), { of, milliseconds: Number(milliseconds), plan }]);
    });
    for (const [name, calls] of captured) {
      of = name;
      // Runs each statement several times, because the first run creates the plan and fills the caches.
      for (const call of calls.slice(0, 2 * runs))
        for (const { text, values } of call) await client.query(text, [...values]);
    }
    printSlowest(seen);
    printWholeReads(seen, large);
  } finally {
    await client.end();
  }
}

function printSlowest(seen: ReadonlyMap<string, readonly Seen[]>): void {
  const slowest = [...seen]
    .map(([text, ran]) => ({ text, ran, median: medianOf(ran) }))
    .toSorted((one, other) => other.median.milliseconds - one.median.milliseconds)
    .slice(0, shownPlans);
  console.log(`\n### The ${slowest.length} slowest statements, under the serving role\n`);
  console.log(
    markdown(
      ['of', 'median ms, as EXPLAIN ANALYZE has it', 'begins'],
      slowest.map(({ text, median }) => [median.of, short(median.milliseconds), `\`${begins(text)}\``]),
    ),
  );
  for (const [nth, { text, median }] of slowest.entries()) {
    console.log(
      `\n${nth + 1}. ${median.of}: \`${begins(text)}\`\n\n\`\`\`\n${drawn(median.plan, 0).join('\n')}\n\`\`\``,
    );
  }
}

function printWholeReads(seen: ReadonlyMap<string, readonly Seen[]>, large: ReadonlySet<string>): void {
  const found = [...seen].flatMap(([text, ran]) =>
    nodesOf(medianOf(ran).plan)
      .filter(
        (node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? '') && rowsRead(node) > 0,
      )
      .map((node) => [
        medianOf(ran).of,
        node['Relation Name'] ?? '',
        Math.round(rowsRead(node)),
        `\`${begins(text)}\``,
      ]),
  );
  console.log(`\n### Tables of more than ${largeRows.toLocaleString('en')} rows that were read whole\n`);
  console.log(found.length === 0 ? 'None.' : markdown(['of', 'table', 'rows', 'begins'], found));
}

const medianOf = (ran: readonly Seen[]): Seen => {
  const sorted = ran.toSorted((one, other) => one.milliseconds - other.milliseconds);
  return sorted[sorted.length >> 1] as Seen;
};

const begins = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim().slice(0, 110);

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsRead = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** Omits nodes that took less than 0.1 ms. */
function drawn(node: PlanNode, depth: number): readonly string[] {
  const total = node['Actual Total Time'] * node['Actual Loops'];
  if (depth > 0 && total < 0.1) return [];
  const on = [node['Relation Name'], node['Index Name']].filter(Boolean).join(' by ');
  const own = `${'  '.repeat(depth)}${node['Node Type']}${on === '' ? '' : ` on ${on}`}: ${total.toFixed(2)} ms, ${Math.round(rowsRead(node))} rows`;
  return [own, ...(node.Plans ?? []).flatMap((below) => drawn(below, depth + 1))];
}
