import * as annotations from '#domain/messages/annotations.ts';
import * as announcements from '#domain/messages/announcements.ts';
import * as boards from '#domain/messages/boards.ts';
import * as deciding from '#domain/messages/deciding.ts';
import * as documents from '#domain/messages/documents.ts';
import * as general from '#domain/messages/general.ts';
import * as interests from '#domain/messages/interests.ts';
import * as invitations from '#domain/messages/invitations.ts';
import * as meetings from '#domain/messages/meetings.ts';
import * as motions from '#domain/messages/motions.ts';
import * as people from '#domain/messages/people.ts';
import * as providers from '#domain/messages/providers.ts';
import * as resolutions from '#domain/messages/resolutions.ts';
import * as room from '#domain/messages/room.ts';
import * as signIn from '#domain/messages/sign-in.ts';
import * as signatures from '#domain/messages/signatures.ts';
import * as waiting from '#domain/messages/waiting.ts';

const blank = '\u0001';

const catalogue = [
  annotations,
  announcements,
  boards,
  deciding,
  documents,
  general,
  invitations,
  meetings,
  motions,
  people,
  interests,
  providers,
  resolutions,
  room,
  signatures,
  signIn,
  waiting,
];
const sentences: readonly RegExp[] = catalogue.flatMap(sentencesIn);

export function isInCatalogue(text: string): boolean {
  return sentences.some((sentence) => sentence.test(text));
}

function sentencesIn(group: object): readonly RegExp[] {
  return Object.values(group).flatMap((each: unknown): readonly RegExp[] => {
    if (typeof each === 'string') return [patternOf(each)];
    if (typeof each === 'object' && each !== null) return [...sentencesIn(each), ...filledIn(each)];
    return [];
  });
}

function filledIn(group: object): readonly RegExp[] {
  return Object.values(group)
    .filter((each) => typeof each === 'function')
    .map((fill: (...fillings: readonly unknown[]) => unknown) => patternOf(filled(fill)));
}

function filled(fill: (...fillings: readonly unknown[]) => unknown): string {
  const all = (filling: unknown): string => String(fill(...Array.from({ length: fill.length }, () => filling)));
  try {
    return all(blank);
  } catch (error) {
    if (error instanceof TypeError) return all([blank]);
    throw error;
  }
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(blank).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}
