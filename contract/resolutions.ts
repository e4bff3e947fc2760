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
import { enteredInstant, id, instant, optionalLines, requiredLines, requiredText, revision, rights } from './fields.ts';
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
  round: z.number().int(),
  ends_at: instant.nullable(),
  needs: z.enum(['all', 'majority']).nullable(),
  ballots_shown_to: z.enum(ballotReaders).nullable(),
  received: z.number().int(),
  eligible: z.number().int(),
  recused: z.array(named).nullable(),
  /** Voters who have left the body but still count as voters. */
  left: z.array(named).nullable(),
  counts: ballotCounts.nullable(),
  missed_quorum: z.strictObject({ answered: z.number().int(), needed: z.number().int() }).nullable(),
  number: z.string().nullable(),
  decided_at: instant.nullable(),
  ended_by: z.string().nullable(),
  reason: z.string(),
  ballots: z.array(named.extend({ choice: z.enum(ballotChoices), reason: z.string() })).nullable(),
  missing: z.array(named.extend({ has_left: z.boolean() })).nullable(),
  reminded_at: instant.nullable(),
  voters: z.array(named).nullable(),
  proposed_deadline: instant.nullable(),
  own: z.strictObject({
    choice: z.enum(ballotChoices).nullable(),
    reason: z.string(),
    is_recused: z.boolean(),
    /** True if the reader voted before the last circulation. The ballot then no longer counts. */
    is_outdated: z.boolean(),
  }),
  minutes_of: z.strictObject({ id, title: z.string() }).nullable(),
  has_pdf: z.boolean(),
  documents: z.array(document),
  can: rights('edit', 'edit_papers', 'circulate', 'circulate_again', 'remind', 'withdraw', 'vote', 'object'),
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
  waits: z.boolean(),
});
export type OpenResolution = z.output<typeof openResolution>;

const entry = z.strictObject({
  id,
  kind: z.enum(['meeting', 'written']),
  state: z.enum(registerStates),
  number: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  body,
  decided_at: instant,
  way: z.enum(voteWays).nullable(),
  by_casting_vote: z.boolean(),
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
export type RegisterQuery = z.output<typeof registerQuery>;

export const listResolutions = endpoint({
  name: 'resolutions.list',
  summary:
    'The register of a year, latest first: motions carried in meetings and written resolutions, including those in circulation',
  route: 'GET /ajax/resolutions',
  access: 'member',
  query: registerQuery.extend({
    after: id.optional(),
  }),
  answer: z.strictObject({
    open: z.array(openResolution),
    years: z.array(z.number().int()),
    year: z.number().int().nullable(),
    figures: z.strictObject({
      numbers: z.number().int(),
      carried: z.number().int(),
      passed: z.number().int(),
      void: z.number().int(),
    }),
    entries: z.array(entry).max(registerPage),
    has_more: z.boolean(),
    bodies: z.array(body.extend({ can: rights('create') })),
    can: rights('create'),
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
  summary: 'A written resolution with its state',
  route: 'GET /ajax/resolutions/:id',
  access: 'member',
  answer,
});

export const downloadResolution = endpoint({
  name: 'resolutions.pdf',
  summary: 'The PDF of a passed or carried resolution, or the text of a circulating one',
  route: 'GET /resolutions/:id/pdf',
  access: 'member',
  board: 'query',
  query: z.strictObject({ board: id }),
  reply: 'file',
});

export const downloadReceipt = endpoint({
  name: 'resolutions.receipt',
  summary: 'The receipt for the reader’s own ballot, as PDF',
  route: 'GET /resolutions/:id/receipt/pdf',
  access: 'member',
  board: 'query',
  query: z.strictObject({ board: id }),
  reply: 'file',
});

const title = requiredText(resolutionTitleMax);
const text = requiredLines(motionTextMax);

export const createResolution = endpoint({
  name: 'resolutions.create',
  summary: 'Create the draft of a written resolution',
  route: 'POST /ajax/written-resolutions',
  access: 'member',
  body: z.strictObject({ body_id: id, title, text }),
  answer,
});

export const updateResolution = endpoint({
  name: 'resolutions.update',
  summary: 'Change a draft, and the members who are recused at their own request',
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

/** The server rejects the request if somebody else has changed the resolution or its papers. */
export const circulateResolution = endpoint({
  name: 'resolutions.circulate',
  summary:
    'Circulate a draft to all voters under the current rules of the board, or circulate a resolution again, which asks for every ballot again',
  route: 'POST /ajax/written-resolutions/:id/circulate',
  access: 'member',
  body: z.strictObject({
    revision,
    /** The round of circulation that the reader has seen, or 0 for a draft. */
    round: z.number().int().min(0).default(0),
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
  answer: z.strictObject({ recipient_count: z.number().int() }),
});

export const answerResolution = endpoint({
  name: 'resolutions.answer',
  summary: 'Cast one’s ballot on a written resolution; it can be changed until the resolution is decided',
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
