import { makeActionItem } from './action-items.ts';
import type { TestContext } from './context.ts';
import * as factories from './factories.ts';
import { makeCategory, makeFolder } from './library.ts';
import { makeDateSearch, makePoll } from './polls.ts';

const makers = {
  actionItem: makeActionItem,
  agendaItem: factories.makeAgendaItem,
  announcement: factories.makeAnnouncement,
  board: factories.makeBoard,
  category: makeCategory,
  dateSearch: makeDateSearch,
  document: factories.makeDocument,
  folder: makeFolder,
  group: factories.makeGroup,
  invitee: factories.makeInvitee,
  meeting: factories.makeMeeting,
  member: factories.makeMember,
  poll: makePoll,
  profileField: factories.makeProfileField,
  user: factories.makeUser,
};

// biome-ignore lint/suspicious/noExplicitAny: the parameters are inferred from each factory.
type WithoutContext<F> = F extends (context: any, ...rest: infer R) => infer Result ? (...rest: R) => Result : never;

export type Makers = { readonly [Name in keyof typeof makers]: WithoutContext<(typeof makers)[Name]> };

/** `context` is a function, because a test file's context exists only while its tests run. */
export const makersOf = (context: () => TestContext): Makers =>
  Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [
      name,
      (...given: readonly unknown[]) => (make as (...all: readonly unknown[]) => unknown)(context(), ...given),
    ]),
  ) as Makers;
