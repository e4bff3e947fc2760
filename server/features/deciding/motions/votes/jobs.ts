import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { vacuumBallots, vacuumSecretBallots } from './voids/commands.ts';

export const ballotJobs = ({ pool }: Pick<Context, 'pool'>): readonly JobHandler[] => [
  {
    name: vacuumBallots,
    async handle() {
      await vacuumSecretBallots(pool);
    },
  },
];
