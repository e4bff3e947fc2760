import * as endpoints from '#contract/action-items.ts';
import { csvText } from '#domain/csv.ts';
import { sortPeople } from '#domain/identity.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { type BoardScope, isSignedInAdmin, todayOf } from '#server/db/board-scope.ts';
import { onlyWhere } from '#server/db/page-statement.ts';
import { authorize, notFound } from '#server/errors.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { bodiesOfReader, bodyOfReader } from '#server/features/deciding/deciding/bodies/queries.ts';
import { meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { peopleOfOwnGroups, peopleToName } from '#server/features/members/people/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { contentDisposition } from '#server/http/send-file.ts';
import { runsActions } from './action-item/policy.ts';
import {
  actionItemOfReader,
  actionItemsOfBoard,
  actionItemsOfMeeting,
  actionItemsOfReader,
  changesOfActionItem,
  deskOfMeeting,
  ownersOfBody,
  ownersOfMeeting,
  readActionItem,
  readFirstName,
} from './action-item/queries.ts';
import { canSeeActionItem } from './action-item/visibility.ts';
import * as changes from './changes/commands.ts';
import * as commands from './commands.ts';
import { presentActionItem, presentChanges, presentCsvRows, presentMagicActionItem } from './present.ts';

interface OwnersOf {
  readonly of: 'meeting' | 'body';
}

const doneShownMs = 30 * 86_400_000;

export const actionItemRoutes: readonly Route[] = [
  implementRead(endpoints.listActionItems, {
    reads: { items: actionItemsOfReader, bodies: bodiesOfReader },
    paramsOf: ({ query, now }) => ({
      show: query.show,
      whose: query.whose,
      body: query.body ?? null,
      done_since: new Date(now.getTime() - doneShownMs),
    }),
    answer({ reader, found: { items, bodies } }) {
      const offered = bodies.map((body) => ({
        id: body.id,
        name: body.name,
        can: { create: isDeskOf(reader, body) },
      }));
      return {
        items: items.slice(0, endpoints.actionItemsMax).map((row) => presentActionItem(reader, row)),
        is_cut: items.length > endpoints.actionItemsMax,
        today: todayOf(reader),
        bodies: offered,
        can: { create: offered.some(({ can }) => can.create), report: isSignedInAdmin(reader) },
      };
    },
  }),

  implementRead(endpoints.downloadActionItems, {
    reads: { items: actionItemsOfBoard },
    answer: ({ reader, found: { items } }) => ({
      kind: 'text' as const,
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': contentDisposition('attachment', {
          title: `${reader.board.title}, ${actionLabels.items}, ${todayOf(reader)}`,
          extension: 'csv',
          plainName: 'action-items',
        }),
        'x-content-type-options': 'nosniff',
      },
      text: csvText(presentCsvRows(items, reader.board.timeZone)),
    }),
  }),

  implementRead(endpoints.listActionItemsOfMeeting, {
    reads: { meeting: meetingOfReader, desk: deskOfMeeting, items: actionItemsOfMeeting },
    answer({ reader, found: { meeting, desk, items } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      return {
        items: items.filter((row) => canSeeActionItem(reader, row)).map((row) => presentActionItem(reader, row)),
        today: todayOf(reader),
        can: { create: runsActions(reader, meeting, desk) },
      };
    },
  }),

  implementRead(endpoints.listActionOwners, {
    reads: {
      meeting: meetingOfReader,
      desk: deskOfMeeting,
      body: bodyOfReader,
      ofMeeting: onlyWhere(({ of }: OwnersOf) => of === 'meeting', ownersOfMeeting),
      named: peopleOfOwnGroups,
      ofBody: onlyWhere(({ of }: OwnersOf) => of === 'body', ownersOfBody),
    },
    paramsOf: ({ query }) => ({
      id: query.meeting ?? query.body ?? null,
      of: query.meeting === undefined ? ('body' as const) : ('meeting' as const),
    }),
    answer({ reader, query, found: { meeting, desk, body, named, ofMeeting, ofBody } }) {
      if (query.meeting !== undefined) {
        if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
        authorize(runsActions(reader, meeting, desk));
      } else {
        if (body === null) throw notFound();
        authorize(isDeskOf(reader, body));
      }
      // Readers who may not see all members get only themselves and the members of groups that they administer.
      const namedIds = new Set([reader.member.id, ...peopleToName(reader, named).map(({ id }) => id)]);
      const people = [...ofMeeting, ...ofBody].filter(({ id }) => namedIds.has(id));
      return { people: sortPeople(people).map(presentAudienceMember) };
    },
  }),

  implementRead(endpoints.getActionItem, {
    reads: { item: actionItemOfReader, changes: changesOfActionItem },
    answer({ reader, found: { item, changes } }) {
      if (item === null || !canSeeActionItem(reader, item)) throw notFound();
      return {
        item: presentActionItem(reader, item),
        today: todayOf(reader),
        changes: presentChanges(reader, changes),
      };
    },
  }),

  implement(endpoints.createActionItem, async ({ scope, context, body }) => {
    const id = await commands.createActionItem(scope, context.secrets, body);
    return { item: presentActionItem(scope, await readActionItem(scope, id)) };
  }),

  implement(endpoints.updateActionItem, async ({ scope, context, params, body }) => {
    const conflicts = await changes.updateActionItem(scope, context.secrets, { id: params.id, body });
    return { item: presentActionItem(scope, await readActionItem(scope, params.id)), conflicts: [...conflicts] };
  }),

  implement(endpoints.setActionLink, async ({ scope, context, params, body }) => {
    await commands.setLink(scope, context.secrets, { id: params.id, to: body.to });
    return { item: presentActionItem(scope, await readActionItem(scope, params.id)) };
  }),

  implement(endpoints.getMagicActionItem, async ({ scope }) => {
    if (scope.via.kind !== 'magic-action-item') throw notFound();
    return readLinked(scope, scope.via.actionItemId);
  }),

  implement(endpoints.setMagicActionItem, async ({ scope, context, body }) =>
    readLinked(scope, await changes.setByLink(scope, context.secrets, body)),
  ),
];

async function readLinked(scope: BoardScope, id: string) {
  const row = await readActionItem(scope, id);
  return presentMagicActionItem(scope, { row, firstName: await readFirstName(scope) });
}
