import { z } from 'zod';
import { ballotReaders, voteWays } from '#domain/deciding.ts';
import { ballotChoices, motionTextMax, reasonMax } from '#domain/motions.ts';
import {
  registerResults,
  registerStates,
  resolutionTitleMax,
  resolutionWordsMax,
  writtenStates,
} from '#domain/resolutions.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import {
  enteredInstant,
  id,
  instant,
  nothing,
  optionalLines,
  requiredLines,
  requiredText,
  revision,
} from './fields.ts';
import { ballotCounts } from './room.ts';

const papersMax = 1_000;

const body = z.strictObject({ id, name: z.string() });
const named = z.strictObject({ member_id: id, name: z.string() });

const written = z.strictObject({
  id,
  title: z.string(),
  text: z.string(),
  state: z.enum(writtenStates),
  revision,
  body,
  created_by: z.string().nullable(),
  circulated_by: z.string().nullable(),
  circulated_at: instant.nullable(),
  /** How often it was circulated. */
  round: z.number().int(),
  ends_at: instant.nullable(),
  /** The board's setting at circulation. Null for a draft. */
  needs: z.enum(['all', 'majority']).nullable(),
  /** Decides who sees named ballots after the decision. The board's setting at circulation. */
  ballots_shown_to: z.enum(ballotReaders).nullable(),
  /** Number of ballots received. */
  received: z.number().int(),
  eligible: z.number().int(),
  recused: z.array(named).nullable(),
  /**
   * Voters who were no longer active in the body when it ended, or are not now. They still count. Null if the reader
   * may not see people.
   */
  left: z.array(named).nullable(),
  /** Set when it has passed or not passed. */
  counts: ballotCounts.nullable(),
  /** Number of a passed resolution: '2026-014'. */
  number: z.string().nullable(),
  decided_at: instant.nullable(),
  ended_by: z.string().nullable(),
  reason: z.string(),
  /** Set after the decision, by name, for readers to whom the board shows ballots. */
  ballots: z.array(named.extend({ choice: z.enum(ballotChoices), reason: z.string() })).nullable(),
  /** For the desk during circulation: voters who have not answered. */
  missing: z.array(named.extend({ has_left: z.boolean() })).nullable(),
  /** For the desk during circulation: the latest reminder of this round. */
  reminded_at: instant.nullable(),
  /** For the desk, if it may circulate: the body's current voters. */
  voters: z.array(named).nullable(),
  /** For the desk, if it may circulate: 5 PM on the day given by the board's hours. */
  proposed_deadline: instant.nullable(),
  own: z.strictObject({
    choice: z.enum(ballotChoices).nullable(),
    reason: z.string(),
    is_recused: z.boolean(),
    /** The reader's ballot was cast before the last circulation and no longer counts. */
    is_outdated: z.boolean(),
  }),
  /** The meeting whose minutes it approves. Null if there is none, or the reader may not see it. */
  minutes_of: z.strictObject({ id, title: z.string() }).nullable(),
  /** The PDF is made when the resolution passes and does not change. */
  has_pdf: z.boolean(),
  /** Its papers in order. The desk can change them until circulation. */
  documents: z.array(document),
  can: z.strictObject({
    edit: z.boolean(),
    edit_papers: z.boolean(),
    circulate: z.boolean(),
    circulate_again: z.boolean(),
    remind: z.boolean(),
    withdraw: z.boolean(),
    vote: z.boolean(),
    object: z.boolean(),
  }),
});
export type WrittenResolution = z.output<typeof written>;

const openResolution = z.strictObject({
  id,
  title: z.string(),
  state: z.enum(['draft', 'circulating']),
  body,
  ends_at: instant.nullable(),
  needs: z.enum(['all', 'majority']).nullable(),
  received: z.number().int(),
  eligible: z.number().int(),
  /** The reader has a vote and has not answered. */
  waits: z.boolean(),
});
export type OpenResolution = z.output<typeof openResolution>;

const entry = z.strictObject({
  /** Id of a vote in a meeting, or of a written resolution. */
  id,
  kind: z.enum(['meeting', 'written']),
  state: z.enum(registerStates),
  /** Is null if it did not pass. */
  number: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  body,
  decided_at: instant,
  way: z.enum(voteWays).nullable(),
  /** The chair decided a tie. */
  by_casting_vote: z.boolean(),
  /** Entered after its meeting. */
  entered_afterwards: z.boolean(),
  meeting: z.strictObject({ id, title: z.string() }).nullable(),
  counts: ballotCounts.nullable(),
});
export type RegisterEntry = z.output<typeof entry>;

export const registerPage = 50;

const registerQuery = z.strictObject({
  /** Defaults to the latest year with a decision. */
  year: z.coerce.number().int().min(1).max(9999).optional(),
  body: id.optional(),
  result: z.enum(registerResults).optional(),
  words: z.string().trim().max(resolutionWordsMax).default(''),
});
/** Filters of the register. */
export type RegisterQuery = z.output<typeof registerQuery>;

export const listResolutions = endpoint({
  name: 'resolutions.list',
  summary:
    'The register of a year, the latest first: what was carried in meetings and decided in writing; and what circulates',
  route: 'GET /ajax/resolutions',
  access: 'member',
  query: registerQuery.extend({
    /** The last entry shown; the answer begins after it. */
    after: id.optional(),
  }),
  answer: z.strictObject({
    /** Circulating resolutions, and drafts for the desk. Not affected by the search. */
    open: z.array(openResolution),
    /** Years with a decision, the latest first. */
    years: z.array(z.number().int()),
    year: z.number().int().nullable(),
    /** Totals for the year and body. */
    figures: z.strictObject({
      numbers: z.number().int(),
      carried: z.number().int(),
      passed: z.number().int(),
      void: z.number().int(),
    }),
    entries: z.array(entry).max(registerPage),
    has_more: z.boolean(),
    bodies: z.array(body.extend({ can: z.strictObject({ create: z.boolean() }) })),
    can: z.strictObject({ create: z.boolean() }),
  }),
});
export type Register = z.output<typeof listResolutions.answer>;

export const downloadRegister = endpoint({
  name: 'resolutions.register',
  summary: 'The register of a year as the reader sees it, as PDF',
  route: 'GET /resolutions/register/pdf',
  access: 'member',
  board: 'query',
  query: registerQuery.extend({ board: id }),
  reply: 'file',
});

const answer = z.strictObject({ resolution: written });

export const getResolution = endpoint({
  name: 'resolutions.get',
  summary: 'A written resolution with how it stands',
  route: 'GET /ajax/resolutions/:id',
  access: 'member',
  answer,
});

export const downloadResolution = endpoint({
  name: 'resolutions.pdf',
  summary: 'A passed resolution as it was written down once, or the text of one that circulates, as PDF',
  route: 'GET /resolutions/:id/pdf',
  access: 'member',
  board: 'query',
  query: z.strictObject({ board: id }),
  reply: 'file',
});

const title = requiredText(resolutionTitleMax);
const text = requiredLines(motionTextMax);

export const createResolution = endpoint({
  name: 'resolutions.create',
  summary: 'Draft a written resolution of a body',
  route: 'POST /ajax/written-resolutions',
  access: 'member',
  body: z.strictObject({ body_id: id, title, text }),
  answer,
});

/** Writes nothing if somebody else has changed it since `revision`. */
export const updateResolution = endpoint({
  name: 'resolutions.update',
  summary: 'Change a draft, and who is recused from it on their own word',
  route: 'PATCH /ajax/written-resolutions/:id',
  access: 'member',
  body: z.strictObject({
    revision,
    title: title.optional(),
    text: text.optional(),
    recused_ids: z.array(id).max(100).optional(),
  }),
  answer: answer.extend({ has_conflict: z.boolean() }),
});

/** Rejected if somebody else has changed it since `revision`, or its papers differ from those given. */
export const circulateResolution = endpoint({
  name: 'resolutions.circulate',
  summary:
    'Circulate a draft to all who vote, by the board’s rules as they are now; or circulate again, which asks for every ballot again',
  route: 'POST /ajax/written-resolutions/:id/circulate',
  access: 'member',
  body: z.strictObject({
    revision,
    /** The round that the reader has seen; 0 for a draft. */
    round: z.number().int().min(0).default(0),
    /** Defaults to the proposed deadline. */
    ends_at: enteredInstant.optional(),
    papers: z
      .array(z.strictObject({ document_id: id, version_id: id.nullable() }))
      .max(papersMax)
      .optional(),
  }),
  answer,
});

export const remindVoters = endpoint({
  name: 'resolutions.remind',
  summary: 'Remind those who have not answered a resolution that circulates, by mail',
  route: 'POST /ajax/written-resolutions/:id/remind',
  access: 'member',
  body: nothing,
  answer: z.strictObject({ recipient_count: z.number().int() }),
});

export const answerResolution = endpoint({
  name: 'resolutions.answer',
  summary: 'Cast one’s ballot on a written resolution; the last counts until it is decided',
  route: 'PUT /ajax/written-resolutions/:id/ballot',
  access: 'member',
  body: z.strictObject({ choice: z.enum(ballotChoices), reason: optionalLines(reasonMax).default('') }),
  answer,
});

export const objectToResolution = endpoint({
  name: 'resolutions.object',
  summary: 'Ask for a meeting instead of a written resolution, which ends it',
  route: 'POST /ajax/written-resolutions/:id/objection',
  access: 'member',
  body: z.strictObject({ reason: optionalLines(reasonMax).default('') }),
  answer,
});

export const withdrawResolution = endpoint({
  name: 'resolutions.withdraw',
  summary: 'Withdraw a draft or a resolution that circulates',
  route: 'POST /ajax/written-resolutions/:id/withdraw',
  access: 'member',
  body: z.strictObject({ reason: optionalLines(reasonMax).default('') }),
  answer,
});
