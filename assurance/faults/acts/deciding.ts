import { randomUUID } from 'node:crypto';
import { succeed } from '#assurance/faults/ask.ts';
import { Interrupted, type Register } from '#assurance/faults/ledger.ts';
import { type Act, type Playing, publishing } from '#assurance/faults/world.ts';

type UntilCalm = (error: Interrupted) => Promise<void>;

interface Vote {
  readonly id: string;
  readonly state: string;
  readonly own: { readonly choice: string | null };
}
interface Motion {
  readonly id: string;
  readonly text: string;
  readonly state: string;
  readonly votes: readonly Vote[];
}

const motionsOf = async (actor: Playing['actor'], meetingId: string): Promise<readonly Motion[]> =>
  (await succeed(actor, 'GET', `/ajax/meetings/${meetingId}/motions`)).motions;

async function untilAnswered(send: () => Promise<unknown>, untilCalm: UntilCalm): Promise<unknown> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await untilCalm(error);
    }
  }
}

const choices = ['for', 'against', 'abstain'] as const;

export async function voterActs(playing: Playing, untilCalm: UntilCalm): Promise<readonly Act[]> {
  return [await ballot(playing, untilCalm), await presence(playing, untilCalm)];
}

async function keepBallot(
  { world, actor }: Playing,
  untilCalm: UntilCalm,
  of: { readonly meetingId: string; readonly voteId: string },
): Promise<{ readonly kept: Register; cast(choice: string): Promise<void> }> {
  const read = async (): Promise<string> => {
    const votes = (await motionsOf(actor, of.meetingId)).flatMap((motion) => motion.votes);
    return votes.find(({ id }) => id === of.voteId)?.own.choice ?? 'none';
  };
  const name = `ballot of ${actor.role} in ${of.voteId}`;
  const kept = world.ledger.keep({ name, value: await read(), read });
  return {
    kept,
    async cast(choice) {
      const body = { choice, key: randomUUID() };
      await world.ledger.write(kept, {
        value: choice,
        line: { memberId: actor.memberId, action: 'vote.ballot-cast' },
        send: () => untilAnswered(() => succeed(actor, 'PUT', `/ajax/votes/${of.voteId}/ballot`, body), untilCalm),
      });
    },
  };
}

async function ballot(playing: Playing, untilCalm: UntilCalm): Promise<Act> {
  const { voting: meetingId, voteId } = playing.world.deciding;
  const { kept, cast } = await keepBallot(playing, untilCalm, { meetingId, voteId });
  return () => cast(playing.random.pick(choices.filter((choice) => choice !== kept.acknowledged)));
}

async function presence({ world, actor, random }: Playing, untilCalm: UntilCalm): Promise<Act> {
  const { ledger, token } = world;
  const { held } = world.deciding;
  const read = async (): Promise<string> =>
    (await succeed(actor, 'GET', `/ajax/meetings/${held}/room`)).room.own.presence?.mode ?? 'away';
  const kept = ledger.keep({ name: `presence of ${actor.role} ${token}`, value: await read(), read });
  return async () => {
    const isAway = kept.acknowledged === 'away';
    const mode = isAway ? random.pick(['in-person', 'remote'] as const) : null;
    await ledger.write(kept, {
      value: mode ?? 'away',
      line: { memberId: actor.memberId, action: isAway ? 'presence.noted' : 'presence.ended' },
      send: () => untilAnswered(() => succeed(actor, 'POST', `/ajax/meetings/${held}/presence`, { mode }), untilCalm),
    });
  };
}

export async function deskActs(playing: Playing, untilCalm: UntilCalm): Promise<readonly Act[]> {
  const { world, actor } = playing;
  const { ledger, token } = world;
  const { held, heldItemId } = world.deciding;
  const motionsThere = async (): Promise<string> =>
    (await motionsOf(actor, held)).map(({ text, state }) => `${text} ${state}`).join(' | ');
  const kept = ledger.keep({ name: `motions ${token}`, value: await motionsThere(), read: motionsThere });
  const line = (action: string) => ({ memberId: actor.memberId, action });
  const withLast = (motions: readonly Motion[], state: string): string =>
    motions.map((motion, nth) => `${motion.text} ${nth === motions.length - 1 ? state : motion.state}`).join(' | ');
  const next: Act = async () => {
    const motions = await motionsOf(actor, held);
    const last = motions.at(-1);
    const vote = last?.votes.at(-1);
    if (last?.state === 'proposed')
      return ledger.write(kept, {
        value: withLast(motions, 'voting'),
        line: line('vote.opened'),
        send: () => succeed(actor, 'POST', `/ajax/motions/${last.id}/votes`, { way: 'named' }),
      });
    if (last?.state === 'voting' && vote) {
      if (vote.own.choice === null) {
        const own = await keepBallot(playing, untilCalm, { meetingId: held, voteId: vote.id });
        await own.cast('for');
      }
      return ledger.write(kept, {
        value: withLast(motions, 'carried'),
        line: line('vote.closed'),
        send: () => succeed(actor, 'POST', `/ajax/votes/${vote.id}/close`, {}),
      });
    }
    const text = `Motion ${motions.length + 1} ${token}`;
    await ledger.write(kept, {
      value: [...motions.map((motion) => `${motion.text} ${motion.state}`), `${text} proposed`].join(' | '),
      line: line('motion.proposed'),
      send: () =>
        succeed(actor, 'POST', `/ajax/agenda-items/${heldItemId}/motions`, { text, mover_id: actor.memberId }),
    });
  };
  return [next, next, next];
}

export function circulateAct(playing: Playing): Act {
  const { society } = playing.world;
  const { actor } = playing;
  const text = 'That it be so.';
  return publishing(playing, 'Written', (title) => ({
    async find() {
      const { open } = await succeed(actor, 'GET', '/ajax/resolutions');
      return open.find((each: { title: string }) => each.title === title) ?? null;
    },
    actions: ['resolution.drafted', 'resolution.circulated'],
    draft: () => succeed(actor, 'POST', '/ajax/written-resolutions', { body_id: society.committeeId, title, text }),
    publish: (id) => succeed(actor, 'POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 1 }),
    published: 'circulating',
    mail: Object.values(society.actors).map(({ signed }) => ({ to: signed.email, about: title })),
  }));
}
