import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { vacuumBallots, vacuumSecretBallots } from './voids/commands.ts';

/** After a secret vote has ended. */
export const ballotJobs = ({ pool }: Pick<Context, 'pool'>): readonly JobHandler[] => [
  {
    name: vacuumBallots,
    async handle() {
      await vacuumSecretBallots(pool);
    },
  },
];
