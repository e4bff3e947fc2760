import {
  confirmInterests,
  declareInterest,
  downloadInterests,
  getInterest,
  listInterests,
  updateInterest,
} from '#contract/interests.ts';
import { csvText } from '#domain/csv.ts';
import { type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { contentDisposition } from '#server/http/send-file.ts';
import * as commands from './commands.ts';
import { canDeclareFor } from './policy.ts';
import {
  presentConflicts,
  presentCsvRows,
  presentInterest,
  presentOwn,
  presentRegister,
  presentWordings,
} from './present.ts';
import {
  type InterestRow,
  interestHolders,
  interestPage,
  lockInterest,
  registerPage,
  visibleInterests,
  wordingsOfInterest,
} from './queries.ts';

function seen<Row>(row: Row | null): Row {
  if (row === null) throw notFound();
  return row;
}

const readInterest = async (scope: BoardScope, id: string): Promise<InterestRow> =>
  seen(await interestPage.run(scope.tx, { id }, scope.now));

export const interestRoutes: readonly Route[] = [
  implementRead(listInterests, {
    reads: { register: registerPage, holders: interestHolders, interests: visibleInterests },
    paramsOf: () => ({}),
    answer: ({ reader, found: { register, ...found } }) =>
      presentRegister(reader, { ...found, register: seen(register) }),
  }),

  implementRead(downloadInterests, {
    reads: { holders: interestHolders, interests: visibleInterests },
    paramsOf: () => ({}),
    answer: ({ reader, found }) => ({
      kind: 'text' as const,
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': contentDisposition('attachment', {
          title: `${reader.board.title}, Interests, ${todayOf(reader)}`,
          extension: 'csv',
          plainName: 'interests',
        }),
        'x-content-type-options': 'nosniff',
      },
      text: csvText(presentCsvRows(reader, found)),
    }),
  }),

  implementRead(getInterest, {
    reads: { interest: interestPage, wordings: wordingsOfInterest },
    paramsOf: ({ params }) => ({ id: params.id }),
    answer: ({ reader, found: { interest, wordings } }) => ({
      interest: presentInterest(reader, seen(interest)),
      wordings: presentWordings(reader, wordings),
    }),
  }),

  implement(declareInterest, async ({ scope, body }) => {
    const memberId = body.member_id ?? scope.member.id;
    authorize(canDeclareFor(scope, memberId));
    const id = await commands.declare(scope, memberId, body);
    return { interest: presentInterest(scope, await readInterest(scope, id)) };
  }),

  implement(updateInterest, async ({ scope, params: { id }, body }) => {
    await lockInterest(scope, id);
    const interest = await readInterest(scope, id);
    authorize(canDeclareFor(scope, interest.member_id));
    const wordings = await wordingsOfInterest.run(scope.tx, { id }, scope.now);
    const conflicts = await commands.reword(scope, { interest, wordings, body });
    const after = await readInterest(scope, id);
    return { interest: presentInterest(scope, after), conflicts: presentConflicts(scope, conflicts) };
  }),

  implement(confirmInterests, async ({ scope }) => {
    await commands.confirm(scope);
    return { own: presentOwn(scope, seen(await registerPage.run(scope.tx, {}, scope.now))) };
  }),
];
