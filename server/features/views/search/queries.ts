import { sql } from 'kysely';
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts';
import type { search } from '#contract/search.ts';
import { foldLetters, type WordsToHighlight } from '#domain/find-in-text.ts';
import { type FoundType, foundTypes, searchParts } from '#domain/search.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listPeopleRows } from '#server/features/members/people/queries.ts';
import { findAnnouncements } from './announcements/queries.ts';
import { findDocuments } from './documents/queries.ts';
import { findMeetings } from './meetings/queries.ts';
import { findPeople } from './people/queries.ts';
import { type FindRequest, type FoundResults, foldTerms, type SearchTerm } from './terms/queries.ts';

/** Of each type where everything is searched; of one type at a time. */
const fewOfEach = 5;
const pageOfOne = 20;

type Asked = BodyOf<typeof search>;
type Answer = AnswerOf<typeof search>;

const finders: Readonly<Record<FoundType, (scope: BoardScope, asking: FindRequest) => Promise<FoundResults>>> = {
  meetings: findMeetings,
  announcements: findAnnouncements,
  people: findPeople,
  documents: findDocuments,
};

/**
 * What has every word that was typed, or, where nothing of the type has, words that look like them. An empty search is not
 * run (specification, section 5).
 */
export async function searchBoard(scope: BoardScope, asked: Asked): Promise<Answer> {
  const wanted = await foldTerms(scope, searchParts(asked.searchString));
  if (wanted.length === 0) return answer(asked, { meetings: none, announcements: none, people: none, documents: none });
  const exact = await find(scope, asked, wanted);
  if (countAsked(exact, asked) > 0) return answer(asked, exact);
  const similar = await similarWords(scope, wanted, (words) => findsAnything(scope, words));
  if (similar === null) return answer(asked, exact);
  const found = await find(scope, asked, similar);
  return countAsked(found, asked) === 0 ? answer(asked, exact) : { ...answer(asked, found), closeness: 'similar' };
}

type AllFound = Readonly<Record<FoundType, FoundResults>>;
const none: FoundResults = { count: 0, results: [] };

async function find(scope: BoardScope, asked: Asked, wanted: readonly SearchTerm[]): Promise<AllFound> {
  const isAsked = (type: FoundType): boolean => asked.itemType === type;
  const ask = (type: FoundType): FindRequest => ({
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

async function findsAnything(scope: BoardScope, wanted: readonly SearchTerm[]): Promise<boolean> {
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

/** Shorter words look like too many others. */
const lettersMin = 4;
/** As pg_trgm measures it, from 0 to 1. */
const similarityMin = 0.34;
/** Words that look so much less like the one that was typed than the best one are left out. */
const behindBest = 0.2;
const waysMax = 5;
/** Of one search; each costs several look-ups. */
const typedMax = 3;
/** Words that are asked for together. */
const togetherMax = 128;

interface Candidate {
  readonly typed_word: string;
  readonly word: string;
  readonly similarity: number;
}

/** Whether the reader may see anything that has the words. */
type FindsAnything = (wanted: readonly SearchTerm[]) => Promise<boolean>;

/**
 * What was perhaps meant: beside each word that was typed those that look like it and stand where the reader may look. Null
 * when there is none. What stands elsewhere counts for nothing: it would tell by what it drives out.
 */
export async function similarWords(
  scope: BoardScope,
  wanted: readonly SearchTerm[],
  findsAnything: FindsAnything,
): Promise<readonly SearchTerm[] | null> {
  const single = wanted.flatMap((ways) => singleWord(ways) ?? []);
  const typed = [...new Set(single.filter(mayBeMistyped))].slice(0, typedMax);
  if (typed.length === 0) return null;
  const candidates = Map.groupBy(await listCandidates(scope, typed), (row) => row.typed_word);
  const alike = new Map<string, readonly string[]>();
  for (const [word, near] of candidates) {
    const words = await nearestInSight(near, findsAnything);
    if (words.length > 0) alike.set(word, words);
  }
  if (alike.size === 0) return null;
  return wanted.map((ways) => [...ways, ...(alike.get(singleWord(ways) ?? '') ?? []).map(exactly)]);
}

/** Those of the whole board, seen or not, the most alike first. */
async function listCandidates(scope: BoardScope, typed: readonly string[]): Promise<readonly Candidate[]> {
  const known = await knownNames(scope);
  const { rows } = await sql<Candidate>`
    select typed_word, word, similarity
    from (
      select typed_word, word, similarity from gate.similar_words(${typed}::text[], ${similarityMin}::real)
      union
      select typed.word, name.word, similarity(name.word, typed.word)
      from unnest(${typed}::text[]) typed (word), unnest(${known}::text[]) name (word)
      where similarity(name.word, typed.word) >= ${similarityMin}::real
    ) found
    order by similarity desc, word
  `.execute(scope.tx);
  return rows;
}

/** The first few that the reader may find, and not much less alike than the first of them. */
async function nearestInSight(near: readonly Candidate[], findsAnything: FindsAnything): Promise<readonly string[]> {
  const words: string[] = [];
  let least = 0;
  let start = 0;
  // Ever more at once while none of them finds anything, so that many that are out of sight cost few look-ups.
  let together = 1;
  while (start < near.length && words.length < waysMax) {
    const group = near.slice(start, start + together).filter(({ similarity }) => similarity >= least);
    const [first] = group;
    if (first === undefined) break;
    const isFound = await findsAnything([group.map(({ word }) => exactly(word))]);
    if (isFound && group.length > 1) {
      together = 1;
      continue;
    }
    if (isFound) {
      if (words.length === 0) least = first.similarity - behindBest;
      words.push(first.word);
    }
    start += group.length;
    together = isFound ? 1 : Math.min(2 * together, togetherMax);
  }
  return words;
}

const exactly = (word: string): WordsToHighlight => ({ words: [word], isExact: true });

function singleWord(ways: SearchTerm): string | null {
  const words = ways.flatMap((way) => way.words);
  return words.length === 1 ? (words[0] ?? null) : null;
}

const mayBeMistyped = (word: string): boolean => word.length >= lettersMin && !/\p{N}/u.test(word);

/** Words of people's names, where the reader may see them. */
async function knownNames(scope: BoardScope): Promise<readonly string[]> {
  if (!canSeePeople(scope)) return [];
  const people = await listPeopleRows(scope, { withInactive: false });
  const names = people.flatMap((row) => foldLetters(`${row.first_name} ${row.last_name}`).split(/[^\p{L}]+/u));
  return [...new Set(names.filter(mayBeMistyped))];
}
