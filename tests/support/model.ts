import fc from 'fast-check';
import type { TestAnswer } from './client.ts';

/** What models of random steps against the server share. */

export type Outcome = 'success' | 'declined' | 403 | 404 | 419 | 422;

export const outcomeOf = ({ status, json }: TestAnswer): Outcome => {
  if (status !== 200) return status as Outcome;
  return json.status === 'success' ? 'success' : 'declined';
};

type Drawn<T> = { readonly [Name in keyof T]: fc.Arbitrary<T[Name]> };

/** One kind of step: how often it comes relative to the others, and what is drawn for it. */
export const step = <const Kind extends string, T extends object>(
  weight: number,
  kind: Kind,
  drawn: Drawn<T> = {} as Drawn<T>,
) => ({ weight, arbitrary: fc.record({ kind: fc.constant(kind), ...drawn }) as fc.Arbitrary<{ kind: Kind } & T> });

export type StepOf<A> = A extends fc.Arbitrary<infer Step> ? Step : never;

/** Plays random sequences of steps, each in a world of its own. A failure prints its seed. */
export const playModel = <World, Given, Step>(model: {
  readonly runs: number;
  readonly given: fc.Arbitrary<Given>;
  readonly step: fc.Arbitrary<Step>;
  /** The fewest and the most steps of a sequence. */
  readonly lengths: readonly [min: number, max: number];
  readonly open: (given: Given) => Promise<World>;
  readonly run: (world: World, step: Step, nth: number) => Promise<void>;
  readonly check: (world: World) => Promise<void>;
}): Promise<void> => {
  const [minLength, maxLength] = model.lengths;
  const sequences = fc.array(model.step, { minLength, maxLength });
  return fc.assert(
    fc.asyncProperty(model.given, sequences, async (given, steps) => {
      const world = await model.open(given);
      for (const [nth, each] of steps.entries()) await model.run(world, each, nth);
      await model.check(world);
    }),
    { numRuns: model.runs },
  );
};
