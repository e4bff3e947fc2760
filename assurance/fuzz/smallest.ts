import type { Outcome, Sent, Volley } from './runner.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** For all replays together. */
const volleysMax = 1_200;

interface Replaying {
  readonly restart: () => Promise<void>;
  readonly send: (volley: Volley) => Promise<readonly Outcome[]>;
  readonly finish: () => Promise<readonly string[]>;
  readonly isSame: (what: string) => boolean;
}

/**
 * Finds a small sequence with the same failure by leaving out ever smaller parts. Ids of the first run are replaced
 * in replays.
 */
export async function smallest(volleys: readonly Volley[], replaying: Replaying): Promise<string> {
  let budget = volleysMax;
  const fails = async (kept: readonly Volley[]): Promise<boolean> => {
    budget -= kept.length;
    return failsAgain(kept, replaying);
  };
  let kept: readonly Volley[] | undefined;
  // The last few are usually enough.
  for (const length of [1, 4, 20, volleys.length]) {
    if (length <= volleys.length && kept === undefined && (await fails(volleys.slice(-length))))
      kept = volleys.slice(-length);
  }
  if (kept === undefined)
    return `not again when replayed; the last of ${volleys.length}:\n${written(volleys.slice(-1))}`;
  for (let part = Math.ceil(kept.length / 2); part >= 1 && budget > 0; part = part === 1 ? 0 : Math.ceil(part / 2)) {
    for (let at = kept.length - part; at > -part && budget > 0; at -= part) {
      const without: readonly Volley[] = [...kept.slice(0, Math.max(0, at)), ...kept.slice(at + part)];
      if (without.length > 0 && (await fails(without))) kept = without;
    }
  }
  return written(kept);
}

/** The ids in the first answer to a request, in their order. */
const firstIds = new WeakMap<Sent, readonly string[]>();

const idsIn = (text: string): readonly string[] => [...new Set(text.match(uuids) ?? [])];

/** Replays match ids by their position in the answer. */
export function remember({ sent, answer }: Outcome): void {
  if (!firstIds.has(sent)) firstIds.set(sent, idsIn(answer.text));
}

async function failsAgain(volleys: readonly Volley[], { restart, send, finish, isSame }: Replaying): Promise<boolean> {
  await restart();
  const current = new Map<string, string>();
  const said: string[] = [];
  for (const volley of volleys) {
    const translated = volley.map((sent) => withCurrentIds(sent, current));
    const outcomes = await send(translated);
    for (const [nth, { sent, answer, complaint }] of outcomes.entries()) {
      const original = volley[nth] as Sent;
      const found = idsIn(answer.text);
      for (const [index, id] of (firstIds.get(original) ?? []).entries()) {
        const now = found[index];
        if (now !== undefined && now !== id) current.set(id, now);
      }
      if (complaint !== null) said.push(`${sent.operation.name} as ${sent.actor}: ${complaint} (${answer.status})`);
    }
  }
  return [...said, ...(await finish())].some(isSame);
}

function withCurrentIds(sent: Sent, current: ReadonlyMap<string, string>): Sent {
  if (current.size === 0) return sent;
  const { request } = sent;
  const put = (text: string): string => text.replaceAll(uuids, (id) => current.get(id) ?? id);
  const body = typeof request.body === 'string' ? put(request.body) : request.body;
  return { ...sent, request: { ...request, target: put(request.target), body } };
}

const lineMax = 600;

const written = (volleys: readonly Volley[]): string =>
  volleys
    .map((volley) =>
      volley
        .map(({ actor, request: { method, target, headers, body } }) =>
          `  ${actor}: ${method} ${target} ${JSON.stringify(headers)} ${JSON.stringify(body)}`.slice(0, lineMax),
        )
        .join('\n   and at once\n'),
    )
    .join('\n');
