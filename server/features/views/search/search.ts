import type { AnswerOf, BodyOf } from '#contract/endpoint.ts';
import type { search } from '#contract/search.ts';
import { type FoundType, foundTypes } from '#domain/search-types.ts';
import { searchParts } from '#domain/search-words.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { findAnnouncements } from './announcements.ts';
import { findDocuments } from './documents.ts';
import type { Asking, Found } from './found.ts';
import { findMeetings } from './meetings.ts';
import { findPeople } from './people.ts';
import { similarWords } from './similar.ts';
import { foldParts, type Wanted } from './wanted.ts';

/** Of each type where everything is searched; of one type at a time. */
const fewOfEach = 5;
const pageOfOne = 20;

type Asked = BodyOf<typeof search>;
type Answer = AnswerOf<typeof search>;

const finders: Readonly<Record<FoundType, (scope: BoardScope, asking: Asking) => Promise<Found>>> = {
  meetings: findMeetings,
  announcements: findAnnouncements,
  people: findPeople,
  documents: findDocuments,
};

/**
 * What has every word that was typed, or, where nothing of the type has, words that look like them. An empty search is not
 * run (specification, section 5).
 */
export async function findEverything(scope: BoardScope, asked: Asked): Promise<Answer> {
  const wanted = await foldParts(scope, searchParts(asked.searchString));
  if (wanted.length === 0) return answer(asked, { meetings: none, announcements: none, people: none, documents: none });
  const exact = await find(scope, asked, wanted);
  if (countAsked(exact, asked) > 0) return answer(asked, exact);
  const similar = await similarWords(scope, wanted, (words) => findsAnything(scope, words));
  if (similar === null) return answer(asked, exact);
  const found = await find(scope, asked, similar);
  return countAsked(found, asked) === 0 ? answer(asked, exact) : { ...answer(asked, found), closeness: 'similar' };
}

type AllFound = Readonly<Record<FoundType, Found>>;
const none: Found = { count: 0, results: [] };

async function find(scope: BoardScope, asked: Asked, wanted: readonly Wanted[]): Promise<AllFound> {
  const isAsked = (type: FoundType): boolean => asked.itemType === type;
  const ask = (type: FoundType): Asking => ({
    wanted,
    skip: isAsked(type) ? asked.skip : 0,
    most: isAsked(type) ? pageOfOne : asked.itemType === 'everything' ? fewOfEach : 0,
  });
  // One after the other: a transaction has one connection.
  return {
    meetings: await finders.meetings(scope, ask('meetings')),
    announcements: await finders.announcements(scope, ask('announcements')),
    people: await finders.people(scope, ask('people')),
    documents: await finders.documents(scope, ask('documents')),
  };
}

async function findsAnything(scope: BoardScope, wanted: readonly Wanted[]): Promise<boolean> {
  for (const type of foundTypes) {
    if ((await finders[type](scope, { wanted, skip: 0, most: 0 })).count > 0) return true;
  }
  return false;
}

const countAsked = (found: AllFound, { itemType }: Asked): number =>
  foundTypes
    .filter((type) => itemType === 'everything' || itemType === type)
    .reduce((sum, type) => sum + found[type].count, 0);

function answer(asked: Asked, found: AllFound): Answer {
  const { itemType, skip } = asked;
  const shown = skip + pageOfOne;
  return {
    counts: {
      meetings: found.meetings.count,
      announcements: found.announcements.count,
      people: found.people.count,
      documents: found.documents.count,
    },
    closeness: 'exact',
    results: foundTypes.flatMap((type) => found[type].results),
    next: itemType !== 'everything' && shown < found[itemType].count ? shown : null,
  };
}
