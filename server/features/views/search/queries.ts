import { sql } from 'kysely';
import pg from 'pg';
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts';
import type { search } from '#contract/search.ts';
import { foldLetters, type WordsToHighlight } from '#domain/find-in-text.ts';
import { type FoundType, foundTypes, searchParts } from '#domain/search.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { AppError } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listPeopleRows } from '#server/features/members/people/queries.ts';
import { findAnnouncements } from './announcements/queries.ts';
import { findDocuments } from './documents/queries.ts';
import { findMeetings } from './meetings/queries.ts';
import { findPeople } from './people/queries.ts';
import { type FindRequest, type FoundResults, foldTerms, type SearchTerm } from './terms/queries.ts';

/** In a search of every type. */
const fewOfEach = 5;
const pageOfOne = 20;

type SearchBody = BodyOf<typeof search>;
type Answer = AnswerOf<typeof search>;

/** Of one statement; the slowest search of a large board needs a small part of it. */
const statementMsMax = 5_000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled. */
const canceled = '57014';

/** Throws `unavailable` for a search that takes too long. */
export async function searchInTime(inScope: InScope, body: SearchBody): Promise<Answer> {
  try {
    return await inScope(async (scope) => {
      await sql`select set_config('statement_timeout', ${String(statementMsMax)}, true)`.execute(scope.tx);
      return searchBoard(scope, body);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === canceled) throw new AppError('unavailable');
    throw error;
  }
}

const finders: Readonly<Record<FoundType, (scope: BoardScope, request: FindRequest) => Promise<FoundResults>>> = {
  meetings: findMeetings,
  announcements: findAnnouncements,
  people: findPeople,
  documents: findDocuments,
};

/** Finds what has every word, else what has similar words. An empty search is not run (specification, section 5). */
export async function searchBoard(scope: BoardScope, body: SearchBody): Promise<Answer> {
  const terms = await foldTerms(scope, searchParts(body.searchString));
  if (terms.length === 0) return answer(body, { meetings: none, announcements: none, people: none, documents: none });
  const exact = await find(scope, body, terms);
  if (countSelected(exact, body) > 0) return answer(body, exact);
  const similar = await similarWords(scope, terms, (words) => findsAnything(scope, words));
  if (similar === null) return answer(body, exact);
  const found = await find(scope, body, similar);
  return countSelected(found, body) === 0 ? answer(body, exact) : { ...answer(body, found), closeness: 'similar' };
}

type AllFound = Readonly<Record<FoundType, FoundResults>>;
const none: FoundResults = { count: 0, results: [] };

async function find(scope: BoardScope, body: SearchBody, terms: readonly SearchTerm[]): Promise<AllFound> {
  const isSelected = (type: FoundType): boolean => body.itemType === type;
  const ask = (type: FoundType): FindRequest => ({
    terms,
    skip: isSelected(type) ? body.skip : 0,
    most: isSelected(type) ? pageOfOne : body.itemType === 'everything' ? fewOfEach : 0,
  });
  // Sequential: a transaction has one connection.
  return {
    meetings: await finders.meetings(scope, ask('meetings')),
    announcements: await finders.announcements(scope, ask('announcements')),
    people: await finders.people(scope, ask('people')),
    documents: await finders.documents(scope, ask('documents')),
  };
}

async function findsAnything(scope: BoardScope, terms: readonly SearchTerm[]): Promise<boolean> {
  for (const type of foundTypes) {
    if ((await finders[type](scope, { terms, skip: 0, most: 0 })).count > 0) return true;
  }
  return false;
}

const countSelected = (found: AllFound, { itemType }: SearchBody): number =>
  foundTypes
    .filter((type) => itemType === 'everything' || itemType === type)
    .reduce((sum, type) => sum + found[type].count, 0);

function answer(body: SearchBody, found: AllFound): Answer {
  const { itemType, skip } = body;
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

/** Shorter words are similar to too many others. */
const lettersMin = 4;
/** By pg_trgm, from 0 to 1. */
const similarityMin = 0.34;
/** Words that are this much less similar than the best one are left out. */
const behindBest = 0.2;
const waysMax = 5;
/** Of one search; each takes several queries. */
const typedMax = 3;
/** Words in one query. */
const togetherMax = 128;

interface Candidate {
  readonly typed_word: string;
  readonly word: string;
  readonly similarity: number;
}

/** Whether the reader sees anything with the words. */
type FindsAnything = (terms: readonly SearchTerm[]) => Promise<boolean>;

/**
 * Adds to each word similar ones that the reader can find; null when there are none. Invisible words are ignored, since they
 * would reveal themselves by what they displace.
 */
export async function similarWords(
  scope: BoardScope,
  terms: readonly SearchTerm[],
  findsAnything: FindsAnything,
): Promise<readonly SearchTerm[] | null> {
  const single = terms.flatMap((ways) => singleWord(ways) ?? []);
  const typed = [...new Set(single.filter(mayBeMistyped))].slice(0, typedMax);
  if (typed.length === 0) return null;
  const candidates = Map.groupBy(await listCandidates(scope, typed), (row) => row.typed_word);
  const alike = new Map<string, readonly string[]>();
  for (const [word, near] of candidates) {
    const words = await nearestVisible(near, findsAnything);
    if (words.length > 0) alike.set(word, words);
  }
  if (alike.size === 0) return null;
  return terms.map((ways) => [...ways, ...(alike.get(singleWord(ways) ?? '') ?? []).map(exactly)]);
}

/** Of the whole board, visible or not, the most similar first. */
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

/** The first few that the reader can find and that are nearly as similar as the best. */
async function nearestVisible(near: readonly Candidate[], findsAnything: FindsAnything): Promise<readonly string[]> {
  const words: string[] = [];
  let least = 0;
  let start = 0;
  // Groups grow while they find nothing, so that many invisible words take few queries.
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

/** Words of people's names, if the reader sees people. */
async function knownNames(scope: BoardScope): Promise<readonly string[]> {
  if (!canSeePeople(scope)) return [];
  const people = await listPeopleRows(scope, { withInactive: false });
  const names = people.flatMap((row) => foldLetters(`${row.first_name} ${row.last_name}`).split(/[^\p{L}]+/u));
  return [...new Set(names.filter(mayBeMistyped))];
}
