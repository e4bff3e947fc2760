import { startPartedInstallation } from '#tests/support/parted-installation.ts';
import { endsBetween } from './ask.ts';
import { checkFiles, checkJobs, checkMail, type MailCount } from './check-end.ts';
import { clearDesk } from './check-rows.ts';
import { gather } from './people.ts';
import { type PlayedSeed, playSeed } from './play-seed.ts';

export interface Played {
  readonly seeds: readonly PlayedSeed[];
  readonly mail: MailCount;
  readonly losses: readonly string[];
  readonly between: ReadonlyMap<string, number>;
}

interface Playing {
  readonly seeds: readonly number[];
  readonly onSeed?: (played: PlayedSeed) => void;
  readonly isOver?: () => boolean;
}

export async function play({ seeds, onSeed, isOver }: Playing): Promise<Played> {
  const parts = await startPartedInstallation();
  try {
    const society = await gather(parts);
    const played: PlayedSeed[] = [];
    for (const seed of seeds) {
      if (isOver?.()) break;
      const done = await playSeed(society, seed);
      await clearDesk({ society });
      played.push(done);
      onSeed?.(done);
    }
    const late = [...(await checkJobs(society))];
    const { wrong, ...mail } = await checkMail(
      society,
      played.flatMap(({ ledger }) => ledger.promisedMail),
    );
    late.push(...wrong, ...(await checkFiles(society)), ...parts.fallen());
    const ofSeeds = played.flatMap(({ seed, ledger }) => ledger.losses.map((loss) => `Seed ${seed}: ${loss}`));
    return { seeds: played, mail, losses: [...ofSeeds, ...late], between: endsBetween() };
  } finally {
    await parts.stop();
  }
}
