import type { Room } from '#contract/room.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { presenceText, roomMessages } from '#domain/messages/room.ts';
import { resultText } from '#domain/vote-labels.ts';

export function roomNews(before: Room, now: Room, nameOfItem: (id: string) => string | undefined): readonly string[] {
  return [phaseNews(before, now), presenceNews(before, now), itemNews(before, now, nameOfItem)]
    .concat(quorumNews(before, now), voteNews(before, now))
    .filter((news) => news !== undefined);
}

function phaseNews({ line: before }: Room, { line: { phase } }: Room): string | undefined {
  if (before.phase === phase) return undefined;
  if (phase === 'in-session') return before.phase === 'not-begun' ? roomMessages.calledToOrder : roomMessages.resumed;
  if (phase === 'recess') return roomMessages.inRecess;
  return phase === 'adjourned' ? roomMessages.adjourned : undefined;
}

function presenceNews({ own: before }: Room, { own, line }: Room): string | undefined {
  const mode = own.presence?.mode;
  // Checking out is not announced when the meeting adjourns, because adjourning checks everyone out.
  if (mode === before.presence?.mode || line.phase === 'adjourned') return undefined;
  return mode === undefined ? roomMessages.checkedOut : `You are ${presenceText[mode]}.`;
}

function itemNews(before: Room, { line }: Room, nameOfItem: (id: string) => string | undefined): string | undefined {
  const name = line.pointer === null || line.pointer === before.line.pointer ? undefined : nameOfItem(line.pointer);
  return name && roomMessages.nowAt(name);
}

/** Announces only that the quorum was reached or lost, because announcing every arrival would be too much. */
function quorumNews({ line: { quorum: before } }: Room, { line: { quorum, phase } }: Room): string | undefined {
  if (before === null || quorum === null || before.met === quorum.met || phase === 'adjourned') return undefined;
  return (quorum.met ? roomMessages.quorumReached : roomMessages.quorumLost)(quorum.present, quorum.needed);
}

function voteNews({ line: { vote: before } }: Room, { line: { vote } }: Room): string | undefined {
  if (vote === null || (vote.id === before?.id && vote.state === before.state)) return undefined;
  if (vote.state === 'open') return motionMessages.voteOpened;
  return motionMessages.voteResult(resultText(vote.state, { isByCasting: false, counts: vote.counts }).toLowerCase());
}
