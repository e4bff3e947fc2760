import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { vacuumBallots } from './commands.ts';

/** After a secret vote has ended. */
export const ballotJobs = ({ pool }: Pick<Context, 'pool'>): readonly JobHandler[] => [
  {
    name: vacuumBallots,
    async handle() {
      await pool.query('vacuum vote_participations, vote_tallies');
    },
  },
];
