import { parseArgs } from 'node:util';
import { type Played, type PlayedSeed, play } from './play.ts';

/**
 * Run with `npm run faults -- --seeds N [--from S]`. Exits with 1 if anything was lost. Ctrl-C ends the run after the
 * current seed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seeds: { type: 'string' }, from: { type: 'string' } },
  });
  const [count, from] = [Number(values.seeds ?? '20'), Number(values.from ?? '1')];
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(from)) {
    throw new Error('Give --seeds and --from as whole numbers.');
  }
  const began = performance.now();
  const seeds = Array.from({ length: count }, (_, nth) => from + nth);
  let isOver = false;
  process.once('SIGINT', () => {
    isOver = true;
  });
  const played = await play({ seeds, onSeed: printSeed, isOver: () => isOver });
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`\n${sums(played)}\n\nSeeds ${from} to ${from + played.seeds.length - 1}, ${seconds} s.\n`);
  process.exitCode = played.losses.length === 0 ? 0 : 1;
}

function printSeed({ seed, plan, ledger, interrupted, milliseconds }: PlayedSeed): void {
  const { sent, acknowledged, checked } = ledger.counts();
  const blows = plan.blows.map(({ target, afterMs }) => `${target} +${afterMs} ms`).join(', ');
  const facts = `${acknowledged} of ${sent} acknowledged, ${interrupted} interrupted, ${checked} checked, ${Math.round(milliseconds)} ms`;
  process.stdout.write(`seed ${seed}: after ${plan.afterWrites} writes ${blows}; ${facts}\n`);
  for (const loss of ledger.losses) process.stdout.write(`  LOST ${loss}\n`);
}

function sums({ seeds, mail, losses, between }: Played): string {
  const total = (count: (seed: PlayedSeed) => number): number => seeds.reduce((sum, seed) => sum + count(seed), 0);
  const ends = [...between].map(([end, count]) => `${count} ${end}`).join(', ');
  return [
    `${total(({ plan }) => plan.blows.length)} kills, ${total(({ ledger }) => ledger.counts().acknowledged)} writes acknowledged, ${total(({ ledger }) => ledger.counts().checked)} values checked.`,
    `Mail: ${mail.promised} promised, ${mail.sent} sent, ${mail.doubled} of them twice under one Message-ID.`,
    `Calls without their answer: ${ends || 'none'}.`,
    `Lost: ${losses.length}.`,
    ...losses.map((loss) => `- ${loss}`),
  ].join('\n');
}

await main();
