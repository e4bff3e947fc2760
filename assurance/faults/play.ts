import { startPartedInstallation } from '#tests/support/parted-installation.ts';
import { agendaActs, minutesAct } from './acts/agenda.ts';
import { answerActs, marksAct, profileAct } from './acts/answers.ts';
import { circulateAct, deskActs, voterActs } from './acts/deciding.ts';
import { newsActs } from './acts/news.ts';
import { folderActs, paperActs, sendPaper } from './acts/papers.ts';
import { checkFiles, checkJobs, checkMail, checkRows, clearDesk } from './checks.ts';
import { type KillPlan, planKill, strike } from './kills.ts';
import { Interrupted, type Ledger, openLedger, type Register } from './ledger.ts';
import { type Actor, editors, gather, members, type Role, type Society } from './people.ts';
import { seeded } from './random.ts';
import { type Act, makeWorld, type Playing } from './world.ts';

const actsPerActor = 12;

interface PlayedSeed {
  readonly seed: number;
  readonly plan: KillPlan;
  readonly ledger: Ledger;
}

async function playSeed(society: Society, seed: number): Promise<PlayedSeed> {
  const random = seeded(String(seed));
  const plan = planKill(random.apart('kill'));
  const ledger = openLedger();
  // Unique, so that the same seed can run twice on one installation.
  const token = `s${seed}x${Date.now().toString(36)}`;
  const world = await makeWorld(society, ledger, token);
  const paperId = await sendPaper({ world, actor: society.actors.librarian, random: random.apart('paper') });
  const since = new Date();
  let struck = false;
  let recoveredAt: number | null = null;
  const recovered = Promise.withResolvers<void>();
  recovered.promise.catch(() => undefined);

  const play = async (actor: Actor): Promise<void> => {
    const own = new Set<Register>();
    const apart: Ledger = {
      ...ledger,
      keep(given) {
        const register = ledger.keep(given);
        own.add(register);
        return register;
      },
    };
    const untilCalm = async (error: Interrupted): Promise<void> => {
      if (struck && (recoveredAt === null || error.sentAt < recoveredAt)) return recovered.promise;
      throw new Error(`${error.message} Nothing was down ${struck ? 'any more' : 'yet'}.`);
    };
    const playing = { world: { ...world, ledger: apart }, actor, random: random.apart(actor.role) };
    const acts = await actsOf(playing, { paperId, untilCalm });
    await ready(actor.role);
    for (let nth = 0; nth < actsPerActor; nth += 1) {
      const act = playing.random.pick(acts);
      try {
        await act();
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        await untilCalm(error);
        for (const register of own) if (register.doubted !== null) await ledger.settle(register);
      }
    }
    await recovered.promise;
    for (const register of own) await ledger.settle(register);
  };

  const waiting = new Set<Role>([...editors, ...members]);
  const allReady = Promise.withResolvers<void>();
  const ready = async (role: Role): Promise<void> => {
    waiting.delete(role);
    if (waiting.size === 0) allReady.resolve();
    await allReady.promise;
  };

  const people = Object.values(society.actors).map((actor) =>
    play(actor).catch((error: Error) => {
      ledger.lose(`The ${actor.role}: ${error.message}`);
      allReady.resolve();
    }),
  );
  await Promise.race([ledger.reached(plan.afterWrites), Promise.all(people)]);
  struck = true;
  await strike(society, plan, random.apart('blows')).then(() => {
    recoveredAt = performance.now();
    recovered.resolve();
  }, recovered.reject);
  await recovered.promise;
  await Promise.all(people);
  for (const fall of society.parts.fallen()) ledger.lose(fall);
  await checkRows(world, since);
  return { seed, plan, ledger };
}

async function actsOf(
  playing: Playing,
  given: { readonly paperId: string; readonly untilCalm: (error: Interrupted) => Promise<void> },
): Promise<readonly Act[]> {
  switch (playing.actor.role) {
    case 'secretary':
      return [...(await agendaActs(playing)), ...(await deskActs(playing, given.untilCalm))];
    case 'librarian':
      return [...(await paperActs(playing, given.untilCalm)), ...(await folderActs(playing))];
    case 'herald':
      return [...newsActs(playing), await minutesAct(playing), circulateAct(playing)];
    case 'first':
    case 'second':
    case 'third':
      return [
        ...(await answerActs(playing)),
        await profileAct(playing),
        await marksAct(playing, given.paperId),
        ...(await voterActs(playing, given.untilCalm)),
      ];
  }
}

export async function play(seeds: readonly number[], onSeed: (played: PlayedSeed) => void) {
  const parts = await startPartedInstallation();
  try {
    const society = await gather(parts);
    const played: PlayedSeed[] = [];
    for (const seed of seeds) {
      const done = await playSeed(society, seed);
      await clearDesk({ society });
      played.push(done);
      onSeed(done);
    }
    const ofSeeds = played.flatMap(({ seed, ledger }) => ledger.losses.map((loss) => `Seed ${seed}: ${loss}`));
    const ofJobs = await checkJobs(society);
    const promised = played.flatMap(({ ledger }) => ledger.promisedMail);
    const ofMail = await checkMail(society, promised);
    const losses = [...ofSeeds, ...ofJobs, ...ofMail, ...(await checkFiles(society)), ...parts.fallen()];
    return { seeds: played, losses };
  } finally {
    await parts.stop();
  }
}
