import { z } from 'zod';
import { actionStates } from '#domain/action-items.ts';
import { motionStates } from '#domain/motions.ts';
import { writtenStates } from '#domain/resolutions.ts';
import { foundTypes, searchTypes } from '#domain/search.ts';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { documentFace, documentHome } from './summaries.ts';

const marked = z.array(z.strictObject({ text: z.string(), is_match: z.boolean() }));
export type HighlightedText = z.output<typeof marked>;

/** `label` names the field that contains the match, or is null for the main text. */
const excerpt = z.strictObject({ label: z.string().nullable(), text: marked });

export const searchResult = z.discriminatedUnion('itemType', [
  z.strictObject({
    itemType: z.literal('meetings'),
    id,
    title: marked,
    start: instant.nullable(),
    type: z.enum(['hybrid', 'in-person', 'remote']),
    state: z.enum(['draft', 'finding-date', 'published', 'cancelled']),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('action-items'),
    id,
    title: marked,
    state: z.enum(actionStates),
    due_on: z.string(),
    place: z.string(),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('motions'),
    id,
    title: marked,
    state: z.enum(motionStates),
    meeting: z.strictObject({ id, title: z.string() }),
    start: instant.nullable(),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('resolutions'),
    id,
    title: marked,
    state: z.enum(writtenStates),
    number: z.string().nullable(),
    place: z.string(),
    decided_at: instant.nullable(),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('minutes'),
    id,
    meeting_id: id,
    title: marked,
    place: z.string(),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('announcements'),
    id,
    title: marked,
    state: z.enum(['draft', 'scheduled', 'published']),
    publish_on: instant.nullable(),
    author: z.string().nullable(),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('people'),
    id,
    slug: z.string(),
    name: z.string(),
    title: marked,
    img_url: z.string().nullable(),
    status: z.enum(['invited', 'active', 'inactive']),
    office: z.string().nullable(),
    excerpt: excerpt.nullable(),
  }),
  z.strictObject({
    itemType: z.literal('documents'),
    ...documentFace,
    title: marked,
    created_at: instant,
    home: documentHome,
    home_name: z.string(),
    pages_found: z.number().int(),
    pages: z.array(z.strictObject({ page: z.number().int(), text: marked })),
  }),
]);
export type SearchResult = z.output<typeof searchResult>;

export const search = endpoint({
  name: 'search.find',
  summary: 'Meetings, announcements, people and documents that contain the words and that the reader may see',
  route: 'POST /search',
  access: 'member',
  body: z.strictObject({
    itemType: z.enum(searchTypes),
    searchString: z.string().max(2_000),
    skip: z.number().int().min(0).max(10_000).default(0),
  }),
  answer: z.strictObject({
    /** Includes result types that were not requested. Counts may be too high for phrases of three or more words. */
    counts: z.record(z.enum(foundTypes), z.number().int()),
    /** `similar`: nothing matched exactly, so the results contain similar words. */
    closeness: z.enum(['exact', 'similar']),
    results: z.array(searchResult),
    next: z.number().int().nullable(),
  }),
});
