import { z } from 'zod';
import { actionStates } from '#domain/action-items.ts';
import { motionStates } from '#domain/motions.ts';
import { writtenStates } from '#domain/resolutions.ts';
import { searchTypes } from '#domain/search.ts';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { documentHome } from './summaries.ts';

const marked = z.array(z.strictObject({ text: z.string(), is_match: z.boolean() }));
export type HighlightedText = z.output<typeof marked>;

/** Where the words are, if not in the title. */
const excerpt = z.strictObject({ label: z.string().nullable(), text: marked });

export const searchResult = z.discriminatedUnion('itemType', [
  z.strictObject({
    itemType: z.literal('meetings'),
    id,
    title: marked,
    /** Null without a date. */
    start: instant.nullable(),
    type: z.enum(['hybrid', 'in-person', 'remote']),
    state: z.enum(['draft', 'finding-date', 'published', 'cancelled']),
    excerpt: excerpt.nullable(),
  }),
  /** Among the meetings. */
  z.strictObject({
    itemType: z.literal('action-items'),
    id,
    title: marked,
    state: z.enum(actionStates),
    /** `yyyy-MM-dd` */
    due_on: z.string(),
    /** Its meeting's title, or its body's name: empty for the whole board. */
    place: z.string(),
    excerpt: excerpt.nullable(),
  }),
  /** Among the meetings. Its beginning is its title. */
  z.strictObject({
    itemType: z.literal('motions'),
    id,
    title: marked,
    state: z.enum(motionStates),
    meeting: z.strictObject({ id, title: z.string() }),
    start: instant.nullable(),
    excerpt: excerpt.nullable(),
  }),
  /** Among the meetings. */
  z.strictObject({
    itemType: z.literal('resolutions'),
    id,
    title: marked,
    state: z.enum(writtenStates),
    number: z.string().nullable(),
    /** Its body's name: empty for the whole board. */
    place: z.string(),
    decided_at: instant.nullable(),
    excerpt: excerpt.nullable(),
  }),
  /** Likewise, a section of minutes. */
  z.strictObject({
    itemType: z.literal('minutes'),
    id,
    meeting_id: id,
    title: marked,
    /** Its meeting's title. */
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
    id,
    title: marked,
    extension: z.string(),
    mime_type: z.string(),
    is_link: z.boolean(),
    created_at: instant,
    home: documentHome,
    /** The title of the meeting or announcement, or the category's name. */
    home_name: z.string(),
    pages_found: z.number().int(),
    /** The best matches first. */
    pages: z.array(z.strictObject({ page: z.number().int(), text: marked })),
  }),
]);
export type SearchResult = z.output<typeof searchResult>;

export const search = endpoint({
  name: 'search.find',
  summary: 'What the reader may see of meetings, announcements, people and documents that hold the words',
  method: 'POST',
  path: '/search',
  access: 'member',
  body: z.strictObject({
    itemType: z.enum(searchTypes),
    searchString: z.string().max(2_000),
    /** Results already shown. */
    skip: z.number().int().min(0).max(10_000).default(0),
  }),
  answer: z.strictObject({
    /**
     * Of every type, whatever was asked for; motions, resolutions, action items and minutes count among the meetings. Of a phrase of three
     * words or more that over a thousand documents may hold, their number at most.
     */
    counts: z.strictObject({
      meetings: z.number().int(),
      announcements: z.number().int(),
      people: z.number().int(),
      documents: z.number().int(),
    }),
    /** `similar`: nothing matches exactly; these have similar words. */
    closeness: z.enum(['exact', 'similar']),
    /** By type, the first few of each for everything. Titles rank higher. */
    results: z.array(searchResult),
    /** `skip` of the next page; null at the end and for everything. */
    next: z.number().int().nullable(),
  }),
});
