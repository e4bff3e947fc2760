import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { seeded } from '#assurance/faults/random.ts';
import type { NamedTest } from './named-tests.ts';
import type { Removal } from './removal.ts';
import { removals } from './removals.ts';
import { copyTree, type Outcome, type ScratchTree } from './scratch-tree.ts';

/**
 * `npm run controls -- --seed S --count 20`: takes controls that docs/security.md names out of a copy of the tree, each in turn, and
 * shows that its test fails. `--all` takes all of them, `--only 6.2.4,8.2.1` some.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    count: { type: 'string', default: '20' },
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosen(): readonly Removal[] {
  const only = values.only?.split(',');
  if (only) return removals.filter(({ requirement }) => only.includes(requirement));
  if (values.all) return removals;
  const { pick } = seeded(values.seed);
  const left = [...removals];
  const drawn: Removal[] = [];
  while (drawn.length < Number(values.count) && left.length > 0) {
    const next = pick(left);
    left.splice(left.indexOf(next), 1);
    drawn.push(next);
  }
  return drawn.toSorted((a, b) => removals.indexOf(a) - removals.indexOf(b));
}

const namedBy = ({ test: [file, title] }: Removal): NamedTest => ({ file, title });

/** Whether the test passes in the tree as it is, asked once for each. */
function unpatched(tree: ScratchTree): (test: NamedTest) => Promise<Outcome> {
  const known = new Map<string, Promise<Outcome>>();
  return (test) => {
    const key = JSON.stringify(test);
    const asked = known.get(key) ?? tree.run(test);
    known.set(key, asked);
    return asked;
  };
}

function verdict(before: Outcome, after: Outcome): { readonly shown: boolean; readonly said: string } {
  if (before.kind !== 'passed') return { shown: false, said: `NOT GREEN BEFORE: ${before.message}` };
  if (after.kind === 'failed') return { shown: true, said: after.message };
  return { shown: false, said: after.kind === 'passed' ? 'STILL GREEN' : `DID NOT RUN: ${after.message}` };
}

const asked = chosen();
const tree = await copyTree(process.cwd());
let missing = 0;
try {
  const passes = unpatched(tree);
  say(values.only || values.all ? `${asked.length} controls` : `seed ${values.seed}, ${asked.length} controls`);
  say('');
  say('| requirement | control removed | test | what it said |');
  say('|---|---|---|---|');
  for (const removal of asked) {
    const test = namedBy(removal);
    const before = await passes(test);
    const after = await tree.without(removal, () => tree.run(test));
    const { shown, said } = verdict(before, after);
    if (!shown) missing += 1;
    say(`| ${removal.requirement} | ${removal.control} | \`${test.file}\` › ${test.title} | ${said} |`);
  }
  say('');
  say(`${asked.length - missing} shown, ${missing} not shown`);
} finally {
  await tree.dispose();
}
process.exitCode = missing === 0 ? 0 : 1;
