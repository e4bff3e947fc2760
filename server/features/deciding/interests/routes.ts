import * as endpoints from '#contract/interests.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { recordDownload } from '#server/features/deciding/deciding/record-download.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canDeclareFor } from './policy.ts';
import {
  presentConflicts,
  presentInterest,
  presentOwn,
  presentRegister,
  presentWordings,
  registerPlan,
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
import { canReadRegister } from './visibility.ts';

function seen<Row>(row: Row | null): Row {
  if (row === null) throw notFound();
  return row;
}

const readInterest = async (scope: BoardScope, id: string): Promise<InterestRow> =>
  seen(await interestPage.run(scope.tx, { id }, scope.now));

export const interestRoutes: readonly Route[] = [
  implementRead(endpoints.listInterests, {
    reads: { register: registerPage, holders: interestHolders, interests: visibleInterests },
    answer: ({ reader, found: { register, ...found } }) =>
      presentRegister(reader, { ...found, register: seen(register) }),
  }),

  implementRead(endpoints.downloadInterests, {
    reads: { register: registerPage, holders: interestHolders, interests: visibleInterests },
    answer({ context, reader, sessionId, found: { register, ...found } }) {
      authorize(canReadRegister(reader, seen(register)));
      const plan = registerPlan(reader, found);
      const by = { sessionId, memberId: reader.member.id };
      return recordDownload(context, by, { plan, title: plan.title, plainName: 'interests' });
    },
  }),

  implementRead(endpoints.getInterest, {
    reads: { interest: interestPage, wordings: wordingsOfInterest },
    answer: ({ reader, found: { interest, wordings } }) => ({
      interest: presentInterest(reader, seen(interest)),
      wordings: presentWordings(reader, wordings),
    }),
  }),

  implement(endpoints.declareInterest, async ({ scope, body }) => {
    const memberId = body.member_id ?? scope.member.id;
    authorize(canDeclareFor(scope, memberId));
    const id = await commands.declare(scope, memberId, body);
    return { interest: presentInterest(scope, await readInterest(scope, id)) };
  }),

  implement(endpoints.updateInterest, async ({ scope, params: { id }, body }) => {
    await lockInterest(scope, id);
    const interest = await readInterest(scope, id);
    authorize(canDeclareFor(scope, interest.member_id));
    const wordings = await wordingsOfInterest.run(scope.tx, { id }, scope.now);
    const conflicts = await commands.reword(scope, { interest, wordings }, body);
    const after = await readInterest(scope, id);
    return { interest: presentInterest(scope, after), conflicts: presentConflicts(scope, conflicts) };
  }),

  implement(endpoints.confirmInterests, async ({ scope }) => {
    await commands.confirm(scope);
    return { own: presentOwn(scope, seen(await registerPage.run(scope.tx, {}, scope.now))) };
  }),
];
